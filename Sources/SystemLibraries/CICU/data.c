// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#define U_SHOW_CPLUSPLUS_API 0
#include "CICU.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unicode/udata.h>
#include <unistd.h>

#define QUOTED(text) #text
#define SPELLED(macro) QUOTED(macro)

/// An ICU data package without entries.
struct empty_package {
  uint16_t header_size;
  uint8_t magic[2];
  UDataInfo info;
  char padding[8];
  uint32_t entry_count;
  int32_t reserved[5];
};

/// Replaces libicudata.a in a static program, so that the linker does not include it.
///
/// Hidden, so that in a dynamic program ICU still uses the symbol of the same name in its shared
/// library.
__attribute__((visibility("hidden"), aligned(16))) const struct empty_package U_ICUDATA_ENTRY_POINT = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .info = {.size = sizeof(UDataInfo),
             .isBigEndian = U_IS_BIG_ENDIAN,
             .charsetFamily = U_CHARSET_FAMILY,
             .sizeofUChar = sizeof(UChar),
             .dataFormat = {'T', 'o', 'C', 'P'},
             .formatVersion = {1}},
};

static const char *const directories[] = {
#if defined(__x86_64__)
    "/usr/lib/x86_64-linux-gnu/",
#elif defined(__aarch64__)
    "/usr/lib/aarch64-linux-gnu/",
#endif
    "/usr/lib64/", "/usr/lib/"};

static const char library[] = "libicudata.so." U_ICU_VERSION_SHORT;

const char *icu_data_package(void) { return "libicu" U_ICU_VERSION_SHORT; }

/// Whether `count` items of `size` bytes at `offset` lie within a file.
static bool contains(size_t file_size, uint64_t offset, uint64_t count, size_t size) {
  return offset <= file_size && count <= (file_size - offset) / size;
}

/// The data of a symbol in a shared library that is mapped as a plain file; NULL if there is none.
/// See elf(5).
static const void *find_symbol(const char *file, size_t size, const char *name) {
  const ElfW(Ehdr) *header = (const void *)file;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return NULL;
  if (!contains(size, header->e_phoff, header->e_phnum, sizeof(ElfW(Phdr)))) return NULL;
  if (!contains(size, header->e_shoff, header->e_shnum, sizeof(ElfW(Shdr)))) return NULL;
  const ElfW(Phdr) *segments = (const void *)(file + header->e_phoff);
  const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
  for (int number = 0; number < header->e_shnum; number++) {
    const ElfW(Shdr) *table = &sections[number];
    if (table->sh_type != SHT_DYNSYM || table->sh_link >= header->e_shnum) continue;
    const ElfW(Shdr) *strings = &sections[table->sh_link];
    uint64_t count = table->sh_size / sizeof(ElfW(Sym));
    if (!contains(size, table->sh_offset, count, sizeof(ElfW(Sym)))) return NULL;
    if (!contains(size, strings->sh_offset, strings->sh_size, 1)) return NULL;
    const ElfW(Sym) *symbols = (const void *)(file + table->sh_offset);
    for (uint64_t index = 0; index < count; index++) {
      if (!contains(strings->sh_size, symbols[index].st_name, strlen(name) + 1, 1)) continue;
      if (memcmp(file + strings->sh_offset + symbols[index].st_name, name, strlen(name) + 1) != 0) continue;
      for (int segment = 0; segment < header->e_phnum; segment++) {
        uint64_t offset = symbols[index].st_value - segments[segment].p_vaddr;
        if (segments[segment].p_type != PT_LOAD || symbols[index].st_value < segments[segment].p_vaddr) continue;
        if (offset >= segments[segment].p_filesz || symbols[index].st_size > segments[segment].p_filesz - offset) continue;
        return contains(size, segments[segment].p_offset + offset, symbols[index].st_size, 1) ? file + segments[segment].p_offset + offset : NULL;
      }
    }
  }
  return NULL;
}

static bool use_data(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct stat status;
  void *file = MAP_FAILED;
  if (fstat(descriptor, &status) == 0 && status.st_size > 0) file = mmap(NULL, status.st_size, PROT_READ, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (file == MAP_FAILED) return false;
  const void *data = find_symbol(file, status.st_size, SPELLED(U_ICUDATA_ENTRY_POINT));
  UErrorCode error = U_ZERO_ERROR;
  if (data) udata_setCommonData(data, &error);
  if (data && U_SUCCESS(error)) return true;
  munmap(file, status.st_size);
  return false;
}

static void find_data(void) {
  // A static program was not started by a dynamic linker, so its base address is 0.
  if (getauxval(AT_BASE) != 0) return;
  for (size_t index = 0; index < sizeof directories / sizeof *directories; index++) {
    char path[128];
    strcpy(stpcpy(path, directories[index]), library);
    if (use_data(path)) return;
  }
}

void icu_find_data(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_data);
}
