/* What an author should take out of a plugin, found in the file's section tables; no code of the file runs.
 */
#include "host/elf.h"
#include "host/host.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 64 << 20 };

struct view {
    const unsigned char *bytes;
    size_t size;
    ElfW(Ehdr) head;
};

/* The linker's own start-up files bring one constructor and one pointer in each of .data and .bss. */
static const uint64_t own_constructors = 1, own_data = sizeof(void *);

static bool read_at(const struct view *view, void *to, size_t length, uint64_t at)
{
    if (at > view->size || length > view->size - at)
        return false;
    memcpy(to, view->bytes + at, length);
    return true;
}

static bool section_at(const struct view *view, unsigned i, ElfW(Shdr) * section)
{
    return i < view->head.e_shnum && view->head.e_shentsize == sizeof *section &&
           read_at(view, section, sizeof *section, view->head.e_shoff + i * sizeof *section);
}

/* The string at `offset` of a string table; "" if there is none. */
static const char *string_at(const struct view *view, unsigned table, uint64_t offset)
{
    ElfW(Shdr) section;
    if (!section_at(view, table, &section) || section.sh_type != SHT_STRTAB ||
        section.sh_offset > view->size || section.sh_size > view->size - section.sh_offset ||
        offset >= section.sh_size)
        return "";
    const char *string = (const char *)view->bytes + section.sh_offset + offset;
    return memchr(string, 0, section.sh_size - offset) ? string : "";
}

static void note_constructors(const ElfW(Shdr) * section, struct text *notes)
{
    uint64_t n = section->sh_size / sizeof(void *);
    if (n > own_constructors)
        text_printf(notes,
                    "has %lu constructors, which run before the host can judge it: move their work into "
                    "functions of its classes\n",
                    (unsigned long)(n - own_constructors));
}

static void note_data(const ElfW(Shdr) * section, const char *name, struct text *notes)
{
    bool writable = !strcmp(name, ".data") || !strcmp(name, ".bss") || section->sh_flags & SHF_TLS;
    if (writable && section->sh_size > own_data)
        text_printf(
            notes,
            "has %lu bytes of writable static data in %s: make it const, or keep it in the state that "
            "the host gives\n",
            (unsigned long)section->sh_size, name);
}

static bool is_export(const ElfW(Sym) * symbol)
{
    unsigned bind = symbol->st_info >> 4, visibility = symbol->st_other & 3;
    return symbol->st_shndx != SHN_UNDEF && (bind == STB_GLOBAL || bind == STB_WEAK) &&
           (visibility == STV_DEFAULT || visibility == STV_PROTECTED);
}

static void note_exports(const struct view *view, const ElfW(Shdr) * section, struct text *notes)
{
    struct text names = {0};
    ElfW(Sym) symbol;
    unsigned n = 0;
    for (uint64_t at = 0; at + sizeof symbol <= section->sh_size; at += sizeof symbol) {
        if (!read_at(view, &symbol, sizeof symbol, section->sh_offset + at))
            break;
        const char *name = string_at(view, section->sh_link, symbol.st_name);
        if (is_export(&symbol) && strcmp(name, "rt_bundle") && n++ < 5)
            text_printf(&names, "%s%.64s", names.n ? ", " : "", name);
    }
    if (n)
        text_printf(notes,
                    "exports %u symbols besides rt_bundle (%s%s): make them static, or build with "
                    "-fvisibility=hidden\n",
                    n, text_string(&names), n > 5 ? ", ..." : "");
    text_free(&names);
}

static void note_sections(const struct view *view, struct text *notes)
{
    ElfW(Shdr) section;
    for (unsigned i = 0; section_at(view, i, &section); i++) {
        const char *name = string_at(view, view->head.e_shstrndx, section.sh_name);
        if (section.sh_type == SHT_INIT_ARRAY)
            note_constructors(&section, notes);
        else if (section.sh_type == SHT_DYNSYM)
            note_exports(view, &section, notes);
        else if (section.sh_flags & SHF_WRITE)
            note_data(&section, name, notes);
    }
}

/* Symbol names come from a stranger's file and go to a terminal. */
static void mask_controls(struct text *notes)
{
    for (size_t i = 0; i < notes->n; i++)
        if ((unsigned char)notes->s[i] < 0x20 && notes->s[i] != '\n')
            notes->s[i] = '?';
}

int host_inspect_file(const char *path, struct text *notes, struct fault *fault)
{
    struct elf_facts facts;
    if (elf_look(path, &facts, fault))
        return fault->code;
    if (facts.size > LARGEST_FILE)
        return fault_set(fault, EXIT_BAD_INPUT, path, 0, 0, "is larger than 64 MiB: strip it");
    unsigned char *bytes = malloc(facts.size);
    FILE *file = bytes ? fopen(path, "rbe") : NULL;
    struct view view = {.bytes = bytes, .size = file ? fread(bytes, 1, facts.size, file) : 0};
    if (file)
        fclose(file);
    if (read_at(&view, &view.head, sizeof view.head, 0))
        note_sections(&view, notes);
    else
        fault_set(fault, EXIT_OTHER, path, 0, 0, "can't be read");
    free(bytes);
    mask_controls(notes);
    return fault->code;
}
