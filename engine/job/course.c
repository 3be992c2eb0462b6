#include "job/course.h"

#include <string.h>

/* A step of fewer decisions tells that deeper ones were taken back, and a new decision that an older one of its level
 * was. */
static void take_back(struct course *course, const struct trace_event *event)
{
    bool decision = !strcmp(event->cause, "decision");
    while (course->levels.n && course->levels.at[course->levels.n - 1] + decision > event->level) {
        course->levels.n--;
        course->steps.n--;
    }
}

void course_add(struct course *course, const struct trace_event *event)
{
    if (event->kind != TRACE_NARROWING || course->failed)
        return;
    take_back(course, event);
    struct course_step step = {event->var, event->domain};
    course->failed = !vec_push(&course->levels, event->level, NULL);
    if (!course->failed && !vec_push(&course->steps, step, NULL))
        course->failed = true;
}

void course_free(struct course *course)
{
    free(course->steps.at);
    free(course->levels.at);
    *course = (struct course){0};
}
