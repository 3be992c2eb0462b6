#include "png.h"

#include <cairo.h>
#include <librsvg/rsvg.h>

png_function ratchet_png;

static int fail(struct png_request *request, const char *what, const char *detail)
{
    snprintf(request->why, sizeof request->why, "%s: %s", what, detail);
    return 1;
}

static cairo_status_t write_png(void *context, const unsigned char *bytes, unsigned length)
{
    struct png_request *request = context;
    return request->write(request->context, bytes, length) ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

static int paint(struct png_request *request, RsvgHandle *handle, cairo_t *cairo, double width, double height)
{
    RsvgRectangle all = {0, 0, width, height};
    GError *error = NULL;
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    if (rsvg_handle_render_document(handle, cairo, &all, &error))
        return 0;
    fail(request, "librsvg can't draw the picture", error->message);
    g_error_free(error);
    return 1;
}

static int draw(struct png_request *request, RsvgHandle *handle)
{
    gdouble width, height;
    if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) || width < 1 || height < 1)
        return fail(request, "librsvg can't draw the picture", "it has no size");
    double longer = width > height ? width : height;
    double scale = longer * request->scale > request->most ? request->most / longer : request->scale;
    double pixels[2] = {width * scale < 1 ? 1 : width * scale, height * scale < 1 ? 1 : height * scale};
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)pixels[0], (int)pixels[1]);
    cairo_t *cairo = cairo_create(surface);
    int status = paint(request, handle, cairo, (int)pixels[0], (int)pixels[1]);
    cairo_destroy(cairo);
    cairo_status_t written = status ? CAIRO_STATUS_SUCCESS : cairo_surface_write_to_png_stream(surface, write_png,
                                                                                              request);
    cairo_surface_destroy(surface);
    if (written != CAIRO_STATUS_SUCCESS)
        return fail(request, "cairo can't write the picture", cairo_status_to_string(written));
    return status;
}

int ratchet_png(struct png_request *request)
{
    GError *error = NULL;
    RsvgHandle *handle = rsvg_handle_new_from_data((const guint8 *)request->svg, request->length, &error);
    if (!handle) {
        fail(request, "librsvg can't read the picture", error->message);
        g_error_free(error);
        return 1;
    }
    int status = draw(request, handle);
    g_object_unref(handle);
    return status;
}
