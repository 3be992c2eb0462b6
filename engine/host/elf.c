#include "host/elf.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if UINTPTR_MAX > UINT32_MAX
typedef Elf64_Ehdr elf_header;
typedef Elf64_Phdr elf_segment;
typedef Elf64_Nhdr elf_note;
enum { OWN_CLASS = ELFCLASS64 };
#else
typedef Elf32_Ehdr elf_header;
typedef Elf32_Phdr elf_segment;
typedef Elf32_Nhdr elf_note;
enum { OWN_CLASS = ELFCLASS32 };
#endif

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
enum { OWN_ORDER = ELFDATA2LSB };
#else
enum { OWN_ORDER = ELFDATA2MSB };
#endif

#if defined(__x86_64__)
enum { OWN_MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { OWN_MACHINE = EM_AARCH64 };
#elif defined(__riscv)
enum { OWN_MACHINE = EM_RISCV };
#elif defined(__i386__)
enum { OWN_MACHINE = EM_386 };
#elif defined(__arm__)
enum { OWN_MACHINE = EM_ARM };
#else
enum { OWN_MACHINE = EM_NONE }; /* not known here: dlopen will tell */
#endif

enum { MOST_SEGMENTS = 128, MOST_NOTES = 4096 };

struct elf_file {
    const char *path;
    int fd;
    uint64_t size;
    elf_header head;
    elf_segment segment[MOST_SEGMENTS];
    struct fault *fault;
};

static int refuse(struct elf_file *file, const char *what)
{
    return fault_set(file->fault, EXIT_BAD_INPUT, file->path, 0, 0, "%s", what);
}

static bool read_at(const struct elf_file *file, void *to, size_t length, uint64_t at)
{
    return at <= file->size && length <= file->size - at &&
           pread(file->fd, to, length, (off_t)at) == (ssize_t)length;
}

static bool has_own_machine(const elf_header *head)
{
    return head->e_ident[EI_CLASS] == OWN_CLASS && head->e_ident[EI_DATA] == OWN_ORDER &&
           (OWN_MACHINE == EM_NONE || head->e_machine == OWN_MACHINE);
}

static int read_head(struct elf_file *file)
{
    if (!file->size)
        return refuse(file, "the file is empty: copy or build the plugin again");
    if (!read_at(file, &file->head, sizeof file->head, 0) || memcmp(file->head.e_ident, ELFMAG, SELFMAG))
        return refuse(file, "is no shared object (it has no ELF header): move it out of the plugin folder");
    if (!has_own_machine(&file->head))
        return refuse(file, "was built for another machine: build it on this one");
    if (file->head.e_type != ET_DYN)
        return refuse(file, "is no shared object (a program or an object file?): link it with -shared");
    return 0;
}

static bool within(const struct elf_file *file, uint64_t at, uint64_t length)
{
    return at <= file->size && length <= file->size - at;
}

static int read_segments(struct elf_file *file)
{
    const elf_header *head = &file->head;
    if (head->e_phentsize != sizeof(elf_segment) || !head->e_phnum || head->e_phnum > MOST_SEGMENTS)
        return refuse(file, "has a damaged ELF header: copy or build the plugin again");
    bool whole = within(file, head->e_shoff, (uint64_t)head->e_shnum * head->e_shentsize) &&
                 read_at(file, file->segment, head->e_phnum * sizeof(elf_segment), head->e_phoff);
    for (int i = 0; whole && i < head->e_phnum; i++)
        if (file->segment[i].p_type != PT_NULL)
            whole = within(file, file->segment[i].p_offset, file->segment[i].p_filesz);
    return whole ? 0 : refuse(file, "the file is cut short: copy or build the plugin again");
}

static uint64_t padded(uint64_t length, uint64_t alignment)
{
    return alignment == 8 ? (length + 7) & ~(uint64_t)7 : (length + 3) & ~(uint64_t)3;
}

static void put_hex(char *to, const unsigned char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        snprintf(to + 2 * i, 3, "%02x", bytes[i]);
}

static void find_build_id(const struct elf_file *file, const elf_segment *segment, char *hex)
{
    unsigned char bytes[MOST_NOTES];
    if (segment->p_filesz > sizeof bytes || !read_at(file, bytes, segment->p_filesz, segment->p_offset))
        return;
    uint64_t at = 0, end = segment->p_filesz;
    while (end - at >= sizeof(elf_note)) {
        elf_note note;
        memcpy(&note, bytes + at, sizeof note);
        uint64_t name = at + sizeof note;
        uint64_t content = name + padded(note.n_namesz, segment->p_align);
        if (content > end || note.n_descsz > end - content)
            return;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && !memcmp(bytes + name, "GNU", 4) &&
            note.n_descsz <= BUILD_ID_MOST) {
            put_hex(hex, bytes + content, note.n_descsz);
            return;
        }
        at = content + padded(note.n_descsz, segment->p_align);
        if (at > end)
            return;
    }
}

static int look(struct elf_file *file, struct elf_facts *facts)
{
    struct stat info;
    if (fstat(file->fd, &info))
        return fault_set(file->fault, EXIT_NO_INPUT, file->path, 0, 0, "can't be read: %s", strerror(errno));
    if (!S_ISREG(info.st_mode))
        return refuse(file, "is no regular file: give the path of a plugin's .so file");
    file->size = (uint64_t)info.st_size;
    facts->size = file->size;
    facts->mtime = (int64_t)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec;
    int code = read_head(file);
    if (!code)
        code = read_segments(file);
    for (int i = 0; !code && i < file->head.e_phnum; i++)
        if (file->segment[i].p_type == PT_NOTE && !facts->build_id[0])
            find_build_id(file, &file->segment[i], facts->build_id);
    return code;
}

int elf_look(const char *path, struct elf_facts *facts, struct fault *fault)
{
    *facts = (struct elf_facts){0};
    /* O_NONBLOCK: a FIFO of that name must not hold us up. */
    struct elf_file file = {
        .path = path, .fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), .fault = fault};
    if (file.fd < 0)
        return fault_set(fault, EXIT_NO_INPUT, path, 0, 0, "can't be opened: %s", strerror(errno));
    int code = look(&file, facts);
    close(file.fd);
    return code;
}
