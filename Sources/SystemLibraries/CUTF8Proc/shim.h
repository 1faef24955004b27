// SPDX-License-Identifier: Apache-2.0

#include <utf8proc.h>
