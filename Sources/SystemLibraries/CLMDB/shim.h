#pragma once

#include <errno.h>
#include <lmdb.h>
#include <sys/vfs.h>

// `statfs` is both a structure and a function, and the Glibc module shows neither: the type number of the file system that holds `path`,
// or minus `errno`.
static inline long file_system_type(const char *path) {
  struct statfs information;
  return statfs(path, &information) == 0 ? (long)(unsigned int)information.f_type : -(long)errno;
}
