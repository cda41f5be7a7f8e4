/* SPDX-License-Identifier: Apache-2.0
 * file: URIs (RFC 8089): see uri.h. */
#include "program/text/uri.h"
#include "program/io/system.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

char *uri_path(const char *uri) {
    static const char scheme[] = "file://", host[] = "localhost/";
    if (strncasecmp(uri, scheme, sizeof scheme - 1)) return NULL;
    uri += sizeof scheme - 1;
    if (!strncasecmp(uri, host, sizeof host - 1)) uri += sizeof host - 2;
    if (*uri != '/') return NULL;
    char *path = malloc(strlen(uri) + 1), *to = path;
    if (!path) return NULL;
    for (; *uri && *uri != '?' && *uri != '#'; uri++) {
        int high = *uri == '%' ? digit(uri[1]) : -1, low = high >= 0 ? digit(uri[2]) : -1;
        *to++ = *uri;
        if (low < 0) continue;
        to[-1] = (char)(16 * high + low);
        uri += 2;
    }
    *to = '\0';
    if (strlen(path) != (size_t)(to - path)) {
        free(path); /* %00 does not occur in file names */
        return NULL;
    }
    /* "/C:/folder" */
    if (sys_has_drives() && path[1] && path[2] == ':') memmove(path, path + 1, strlen(path));
    return path;
}

char *uri_of_path(const char *path) {
    static const char digits[] = "0123456789ABCDEF";
    static const char kept[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    char *uri = malloc(strlen(path) * 3 + sizeof "file:///"), *to = uri;
    if (!uri) return NULL;
    if (sys_is_absolute(path)) {
        strcpy(uri, sys_is_separator(*path) ? "file://" : "file:///");
        to += strlen(uri);
    }
    for (; *path; path++) {
        unsigned char c = sys_is_separator(*path) ? '/' : (unsigned char)*path;
        if (strchr(kept, c)) {
            *to++ = (char)c;
            continue;
        }
        *to++ = '%';
        *to++ = digits[c >> 4];
        *to++ = digits[c & 15];
    }
    *to = '\0';
    return uri;
}
