// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "CxxRecognition.h"

#include <leptonica/allheaders.h>

/// 8 bits for each pixel.
struct picture {
  PIX *pix;

  explicit picture(PIX *owned) : pix(owned) {}
  ~picture() { pixDestroy(&pix); }
  picture(const picture &) = delete;
  picture &operator=(const picture &) = delete;
};

/// Messages of Leptonica quote from files.
void silencePictures();
