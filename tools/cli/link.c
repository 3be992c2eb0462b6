#include "link.h"

#include "config/place.h"
#include "signals.h"
#include "util/memory.h"

#include <errno.h>
#include <limits.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int unreachable(struct link *link, const char *where, const char *why)
{
    return fault_set(&link->fault, EXIT_UNREACHABLE, NULL, 0, 0,
                     "the daemon can't be reached at %s: %s; start it with "
                     "`ratchetd`, or name its socket with --set daemon.socket=PATH",
                     where, why);
}

static bool dial(struct link *link, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path, path);
    link->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (link->fd >= 0 && !connect(link->fd, (struct sockaddr *)&address, sizeof address))
        return true;
    int error = errno;
    if (link->fd >= 0)
        close(link->fd);
    link->fd = -1;
    errno = error;
    return false;
}

static int not_allowed(struct link *link, const char *path)
{
    return fault_set(&link->fault, EXIT_NOT_ALLOWED, NULL, 0, 0,
                     "this user may not use the daemon at %s; members of the group that owns it may", path);
}

/* The user's own daemon first, if no other is named; then the machine's. */
static int open_unix(struct link *link, const struct config *config)
{
    char path[PATH_MAX];
    place_socket(config, path, sizeof path);
    if (strlen(path) >= sizeof ((struct sockaddr_un *)0)->sun_path)
        return unreachable(link, path, "the path has more than 107 bytes");
    if (dial(link, path))
        return 0;
    int error = errno;
    if (error == EACCES)
        return not_allowed(link, path);
    if (*config_string(config, "daemon", "socket"))
        return unreachable(link, path, strerror(error));
    if (dial(link, PLACE_SYSTEM_SOCKET))
        return 0;
    if (errno == EACCES)
        return not_allowed(link, PLACE_SYSTEM_SOCKET);
    return unreachable(link, path, strerror(error));
}

static int open_tcp(struct link *link, const char *where)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV},
                    *list = NULL;
    char host[128];
    snprintf(host, sizeof host, "%s", where);
    char *colon = strrchr(host, ':'), *name = host;
    if (!colon)
        return unreachable(link, where, "[daemon] listen takes an address with a port");
    *colon = 0;
    if (name[0] == '[' && colon[-1] == ']')
        colon[-1] = 0, name++;
    int error = getaddrinfo(name, colon + 1, &hints, &list);
    if (error)
        return unreachable(link, where, gai_strerror(error));
    link->fd = socket(list->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (link->fd < 0 || connect(link->fd, list->ai_addr, list->ai_addrlen))
        unreachable(link, where, strerror(errno));
    freeaddrinfo(list);
    return link->fault.code;
}

int link_open(struct link *link, const struct config *config)
{
    const char *token = config_string(config, "daemon", "token"),
               *listen = config_string(config, "daemon", "listen");
    *link = (struct link){.fd = -1};
    memory_watch();
    if (*token ? open_tcp(link, listen) : open_unix(link, config))
        return link->fault.code;
    link->in = fdopen(link->fd, "rb");
    if (!link->in)
        return unreachable(link, "its socket", strerror(errno));
    if (*token)
        json_decref(link_call(link, "hello", json_pack("{s:s,s:s}", "client", "ratchet", "token", token)));
    return link->fault.code;
}

void link_close(struct link *link)
{
    if (link->in)
        fclose(link->in);
    else if (link->fd >= 0)
        close(link->fd);
}

static int exit_code_of(json_int_t code)
{
    switch (code) {
    case -32001:
    case -32005:
    case -32009:
    case -32010:
        return EXIT_TRY_AGAIN;
    case -32004:
        return EXIT_NOT_ALLOWED;
    case -32003:
    case -32006:
    case -32011:
        return EXIT_BAD_INPUT;
    case -32601:
    case -32602:
        return EXIT_USAGE;
    case -32603:
        return EXIT_INTERNAL;
    default:
        return EXIT_OTHER;
    }
}

static int take_error(struct link *link, json_t *error)
{
    const char *message = json_string_value(json_object_get(error, "message"));
    return fault_set(&link->fault, exit_code_of(json_integer_value(json_object_get(error, "code"))), NULL, 0,
                     0, "the daemon says no: %s", message ? message : "and not why");
}

/* One message; NULL: fault. */
static json_t *receive(struct link *link)
{
    char *line = NULL;
    size_t capacity = 0;
    errno = 0;
    ssize_t n = getline(&line, &capacity, link->in);
    bool no_memory = n < 0 && errno == ENOMEM;
    json_t *message = n > 0 ? memory_parse(line, (size_t)n, NULL, &no_memory) : NULL;
    free(line);
    if (no_memory)
        fault_set(&link->fault, EXIT_OTHER, NULL, 0, 0, "there is no memory for what the daemon says");
    else if (n <= 0 && *signals_cancelled())
        fault_set(&link->fault, EXIT_INTERRUPTED, NULL, 0, 0, "interrupted; the daemon goes on");
    else if (n <= 0)
        fault_set(&link->fault, EXIT_UNREACHABLE, NULL, 0, 0, "the daemon ended the connection");
    else if (!json_is_object(message))
        fault_set(&link->fault, EXIT_UNREACHABLE, NULL, 0, 0, "what answers there is no ratchetd");
    if (!link->fault.code)
        return message;
    json_decref(message);
    return NULL;
}

static int transmit(struct link *link, const char *line)
{
    size_t left = strlen(line);
    while (left) {
        ssize_t n = write(link->fd, line, left);
        if (n < 0 && (errno != EINTR || *signals_cancelled()))
            return fault_set(&link->fault, EXIT_UNREACHABLE, NULL, 0, 0, "the daemon ended the connection");
        line += n > 0 ? n : 0;
        left -= n > 0 ? (size_t)n : 0;
    }
    return 0;
}

static int send_call(struct link *link, const char *method, json_t *params)
{
    json_t *request = json_pack("{s:s,s:I,s:s,s:o*}", "jsonrpc", "2.0", "id", ++link->number, "method",
                                method, "params", params);
    struct text line = {0};
    char *json = request ? memory_print(request, JSON_COMPACT) : NULL;
    json_decref(request);
    if (json) {
        text_puts(&line, json);
        text_puts(&line, "\n");
    }
    free(json);
    if (!json || line.failed)
        fault_set(&link->fault, EXIT_BAD_INPUT, NULL, 0, 0,
                  "this can't be sent: it is not UTF-8, or memory is out");
    else
        transmit(link, text_string(&line));
    text_free(&line);
    return link->fault.code;
}

json_t *link_call(struct link *link, const char *method, json_t *params)
{
    link->fault = (struct fault){0};
    if (send_call(link, method, params))
        return NULL;
    for (json_t *message; (message = receive(link)); json_decref(message)) {
        json_t *id = json_object_get(message, "id"), *error = json_object_get(message, "error");
        bool mine = json_integer_value(id) == link->number;
        if (error && (mine || json_is_null(id)))
            take_error(link, error);
        json_t *result = mine && !error ? json_incref(json_object_get(message, "result")) : NULL;
        if (!result && !link->fault.code)
            continue;
        json_decref(message);
        return result;
    }
    return NULL;
}

json_t *link_event(struct link *link)
{
    for (json_t *message; (message = receive(link)); json_decref(message)) {
        json_t *params = json_incref(json_object_get(message, "params"));
        if (!params)
            continue;
        json_decref(message);
        return params;
    }
    return NULL;
}
