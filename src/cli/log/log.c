/* SPDX-License-Identifier: Apache-2.0
 * Lines of a build log: see log.h. */
#include "cli/log/log.h"
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool in_word(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || strchr("_-./\\", c);
}

/* ---- words ---- */

/* Returns the text after `word` if the text starts with it, or NULL. */
static const char *after(const char *text, const char *word) {
    size_t length = strlen(word);
    return strncmp(text, word, length) ? NULL : text + length;
}

/* Returns the text after "error   : ". */
static const char *severity(const char *text, ptxc_severity *severity) {
    static const struct {
        const char *word;
        ptxc_severity severity;
    } known[] = {{"error", PTXC_ERROR}, {"fatal", PTXC_ERROR}, {"warning", PTXC_WARNING}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const char *rest = after(text, known[i].word);
        if (!rest) continue;
        rest += strspn(rest, " ");
        if (*rest != ':') continue;
        *severity = known[i].severity;
        return rest + 1 + strspn(rest + 1, " ");
    }
    return NULL;
}

static const char *number(const char *text, uint32_t *value) {
    for (*value = 0; is_digit(*text) && *value < 400000000; text++)
        *value = 10 * *value + (uint32_t)(*text - '0');
    return text;
}

/* ---- messages of ptxas ---- */

/* Reads "k.ptx, line 12; error   : text". A name may contain anything. */
static bool placed(char *name, struct log_message *m) {
    for (char *comma = name; (comma = strstr(comma, ", line ")); comma++) {
        const char *rest = number(comma + strlen(", line "), &m->line);
        if (comma == name || !m->line || rest[0] != ';' || rest[1] != ' ') continue;
        if (!(m->text = severity(rest + 2, &m->severity))) continue;
        size_t length = (size_t)(comma - name);
        if (!(m->file = malloc(length + 1))) return false;
        memcpy(m->file, name, length);
        m->file[length] = '\0';
        return true;
    }
    return false;
}

/* Reads "Unexpected non-ASCII character encountered on line 12", "... in the function 'k' in line
 * 12", "... is injected in around line 12 by compiler". */
static void find_line(struct log_message *m) {
    static const char *const words[] = {"encountered on line ", "' in line ", "around line "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *on = strstr(m->text, words[i]);
        if (on) number(on + strlen(words[i]), &m->line);
    }
}

/* Reads "info    : (C7508) Potential Performance Loss: ...". Other information is not a finding. */
static const char *advisory(const char *text, ptxc_severity *severity) {
    const char *rest = after(text, "info");
    if (!rest || *(rest += strspn(rest, " ")) != ':') return NULL;
    rest += 1 + strspn(rest + 1, " ");
    if (!log_is_advisory(rest)) return NULL;
    *severity = PTXC_WARNING;
    return rest;
}

/* Returns a copy without colors (`ESC [ ... letter`) and carriage returns. */
static char *plain(const char *line, size_t length) {
    char *copy = malloc(length + 1), *to = copy;
    if (!copy) return NULL;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\033' && i + 1 < length && line[i + 1] == '[') {
            for (i += 2; i < length && !(line[i] >= '@' && line[i] <= '~');) i++;
        } else if (line[i] != '\r' && line[i] != '\n') {
            *to++ = line[i];
        }
    }
    *to = '\0';
    return copy;
}

/* Returns the text after the assembler's name, which is its file name: `ptxas`, or
 * `ptxas-blackwell` in Triton. Returns NULL for another word. */
static char *after_name(char *at) {
    static const char name[] = "ptxas";
    char *rest = at + strlen(name);
    if (strncmp(at, name, strlen(name))) return NULL;
    while (*rest && in_word(*rest)) rest++;
    return *rest == ' ' ? rest + 1 : NULL;
}

bool log_parse(const char *line, size_t length, struct log_message *m, bool *no_memory) {
    *m = (struct log_message){0};
    char *copy = plain(line, length);
    *no_memory = !copy;
    if (!copy) return false;
    bool may_be_placed = true; /* if no location follows this name, none follows a later one */
    for (char *at = copy; (at = strstr(at, "ptxas")); at++) {
        char *rest = at > copy && in_word(at[-1]) ? NULL : after_name(at);
        m->line = 0;
        if (!rest) continue;
        m->text = severity(rest, &m->severity);
        if (!m->text) m->text = advisory(rest, &m->severity);
        bool here = m->text || (may_be_placed && placed(rest, m));
        *no_memory = m->text && !here;
        if (*no_memory) break;
        may_be_placed = here;
        if (!here) continue;
        if (m->text && !m->file) find_line(m);
        memmove(copy, at, strlen(at) + 1);
        m->text -= at - copy;
        m->whole = copy;
        return true;
    }
    free(copy);
    return false;
}

bool log_name(struct log_message *m, const char *file) {
    m->file = strdup(file);
    return m->file;
}

void log_free(struct log_message *m) {
    free(m->whole);
    free(m->file);
}

bool log_is_builtin(const char *file) { return file && !strcmp(file, "<builtin>"); }

bool log_is_end(const struct log_message *m) {
    return !m->file && !strcmp(m->text, "Ptx assembly aborted due to errors");
}

/* ---- other lines ---- */

/* Recognizes "error:", "error #20011-D:", "error   :", "fatal error C1083:". */
static bool ends_in_colon(const char *text) {
    enum { LONGEST_CODE = 64 }; /* so that a line of many errors takes linear time */
    text += strspn(text, " ");
    if (*text == '#' || (*text >= 'A' && *text <= 'Z'))
        for (int n = 0; n < LONGEST_CODE && *text && *text != ' ' && *text != ':'; n++) text++;
    text += strspn(text, " ");
    return *text == ':';
}

bool log_is_error(const char *line) {
    static const char *const words[] = {"error", "fatal", "FAILED", "Error"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (const char *at = line; (at = strstr(at, words[i])); at++)
            if ((at == line || !in_word(at[-1])) && ends_in_colon(at + strlen(words[i])))
                return true;
    return strstr(line, ": *** ") || strstr(line, "ninja: build stopped") != NULL;
}

/* ---- names of files ---- */

const char *log_base_name(const char *path) {
    for (const char *at = path; *at; at++)
        if (*at == '/' || *at == '\\') path = at + 1;
    const char *rest = after(path, "tmpxft_");
    if (!rest) return path;
    static const char *const ends[] = {"_", "-", "_"}; /* after each of three numbers */
    for (size_t i = 0; i < sizeof ends / sizeof *ends && rest; i++)
        rest = after(rest + strspn(rest, "0123456789abcdefABCDEF"), ends[i]);
    return rest && *rest ? rest : path;
}
