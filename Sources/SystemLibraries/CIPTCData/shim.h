// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>

#include <iptc-data.h>
#include <iptc-jpeg.h>
