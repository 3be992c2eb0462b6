/* Requests read and answers printed while the n-th allocation fails, alone, with the next, or for good, for every n. */
#include "util/memory.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 140 };

static const long spans[] = {1, 2, LONG_MAX / 2};
static long calls, at, span, blocks;

void *__real_malloc(size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void __wrap_free(void *block);

void *__wrap_malloc(size_t size)
{
    calls++;
    void *block = at && calls >= at && calls < at + span ? NULL : __real_malloc(size);
    blocks += block != NULL;
    return block;
}

void __wrap_free(void *block)
{
    blocks -= block != NULL;
    __real_free(block);
}

/* The words' lengths let each of the reader's buffers be full at each byte, the closing quote too. */
static size_t request(char *line, size_t capacity, int length)
{
    return (size_t)snprintf(line, capacity,
                            "{\"%.*s\":[\"\\u00e9\\n\\\"\",\"\xe2\x94\x80%.*s\",true,null,{\"n\":-12.5e3}],"
                            "\"id\":%.*s}",
                            length, "abcdefghijklmnopqrstuvwxyz", length,
                            "0123456789012345678901234567890123456789012345678901234567890123456789"
                            "0123456789012345678901234567890123456789012345678901234567890123456789",
                            length % 18 + 1, "123456789123456789");
}

static void fail(long n, long many)
{
    calls = 0;
    at = n;
    span = many;
}

/* False: it was over before the n-th. */
static bool parses(const char *line, size_t length, const json_t *whole, long n, long many)
{
    json_error_t error;
    bool out;
    long before = blocks;
    char *copy = __real_malloc(length); /* a sanitizer sees what reads over its end */
    memcpy(copy, line, length);
    fail(n, many);
    json_t *json = memory_parse(copy, length, &error, &out);
    bool failed = calls >= n;
    fail(0, 0);
    cr_assert_eq(out, failed);
    cr_assert(failed ? !json : json_equal(json, whole), "allocation %ld of %.*s", n, (int)length, line);
    json_decref(json);
    cr_assert_eq(blocks, before, "%ld blocks leak: allocation %ld of %.*s", blocks - before, n, (int)length, line);
    __real_free(copy);
    return failed;
}

Test(memory, a_request_is_read_whole_or_not_at_all)
{
    char line[512];
    memory_watch();
    for (int length = 0; length < LONGEST; length++) {
        size_t n = request(line, sizeof line, length);
        json_t *whole = json_loadb(line, n, 0, NULL);
        cr_assert(whole, "%s", line);
        for (size_t k = 0; k < sizeof spans / sizeof *spans; k++)
            for (long i = 1; parses(line, n, whole, i, spans[k]); i++)
                continue;
        json_decref(whole);
    }
}

/* False: it was over before the n-th. */
static bool prints(const json_t *json, const char *whole, long n, long many)
{
    long before = blocks;
    fail(n, many);
    char *text = memory_print(json, JSON_COMPACT);
    bool failed = calls >= n;
    fail(0, 0);
    cr_assert(failed ? !text : !strcmp(text, whole), "allocation %ld of %s", n, whole);
    __wrap_free(text);
    cr_assert_eq(blocks, before, "%ld blocks leak: allocation %ld of %s", blocks - before, n, whole);
    return failed;
}

Test(memory, an_answer_is_printed_whole_or_not_at_all)
{
    char line[512];
    memory_watch();
    for (int length = 0; length < LONGEST; length++) {
        size_t n = request(line, sizeof line, length);
        json_t *json = json_loadb(line, n, 0, NULL);
        char *whole = json_dumps(json, JSON_COMPACT);
        for (size_t k = 0; k < sizeof spans / sizeof *spans; k++)
            for (long i = 1; prints(json, whole, i, spans[k]); i++)
                continue;
        __wrap_free(whole);
        json_decref(json);
    }
}

Test(memory, what_is_malformed_is_told_apart)
{
    static const char *const bad[] = {
        "", "{", "{\"a\":1", "{\"a\":1} x", "{\"a\":1,\"a\":2}", "\"", "{\"a\":\"\\u12\"}", "nul"};
    json_error_t error;
    bool out;
    memory_watch();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect_null(memory_parse(bad[i], strlen(bad[i]), &error, &out), "%s", bad[i]);
        cr_expect(!out && *error.text, "%s", bad[i]);
    }
}
