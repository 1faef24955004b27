// SPDX-License-Identifier: Apache-2.0

#include <mspack.h>

// libmspack keeps the address of the name of a file, so the names are constants. They have no meaning to `CMspackInput`.

static inline struct mschmd_header *mspack_open_help(struct mschm_decompressor *decompressor) {
  return decompressor->open(decompressor, "");
}

static inline int mspack_extract(struct mschm_decompressor *decompressor, struct mschmd_file *file) {
  return decompressor->extract(decompressor, file, "");
}
