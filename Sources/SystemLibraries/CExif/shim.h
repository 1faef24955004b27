// SPDX-License-Identifier: Apache-2.0

#include <libexif/exif-data.h>
#include <libexif/exif-loader.h>
#include <libexif/exif-utils.h>
