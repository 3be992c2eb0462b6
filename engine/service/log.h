/* The daemon's log: sentences on standard error, with the time, or in the journal with its levels. */
#ifndef RATCHET_SERVICE_LOG_H
#define RATCHET_SERVICE_LOG_H

enum { LOG_IS_ERROR = 3, LOG_IS_WARNING = 4, LOG_IS_NOTICE = 5, LOG_IS_INFO = 6 };

void service_log(int level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
