// SPDX-License-Identifier: Apache-2.0

#include "Picture.h"

#include <fontconfig/fontconfig.h>
#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-image.h>
#include <poppler-page-renderer.h>
#include <poppler-page.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>

struct pages {
  std::unique_ptr<poppler::document> document;
};

namespace {

constexpr double pointsPerInch = 72;

// The first document makes Poppler load its settings.
const char emptyDocument[] = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
                             "trailer<</Root 1 0 R>>\n";

// Messages quote from files.
void silence() { poppler::set_debug_error_function([](const std::string &, void *) {}, nullptr); }

/// A copy in Leptonica's form, whose words of 32 bits begin with the first pixel.
PIX *copy(const poppler::image &image) {
  PIX *pix = pixCreateNoInit(image.width(), image.height(), 8);
  if (!pix)
    return nullptr;
  for (int row = 0; row < image.height(); row++) {
    l_uint32 *const line = pixGetData(pix) + static_cast<size_t>(row) * pixGetWpl(pix);
    const auto *source = reinterpret_cast<const unsigned char *>(image.const_data()) + static_cast<size_t>(row) * image.bytes_per_row();
    for (int column = 0; column < image.width(); column++)
      SET_DATA_BYTE(line, column, source[column]);
  }
  return pix;
}

} // namespace

void pages_prepare() {
  static poppler::document *kept = nullptr;
  if (kept)
    return;
  silence();
  kept = poppler::document::load_from_raw_data(emptyDocument, sizeof emptyDocument - 1);
  FcConfigSetCurrent(FcConfigCreate());
}

pages *pages_open(const char *bytes, size_t byteCount, pages_problem *problem) {
  silence();
  silencePictures();
  *problem = PAGES_DAMAGED;
  if (byteCount > INT_MAX)
    return nullptr;
  auto opened = std::make_unique<pages>();
  opened->document.reset(poppler::document::load_from_raw_data(bytes, static_cast<int>(byteCount)));
  if (!opened->document)
    return nullptr;
  if (opened->document->is_locked()) {
    *problem = PAGES_ENCRYPTED;
    return nullptr;
  }
  *problem = PAGES_NONE;
  return opened.release();
}

void pages_close(pages *pages) { delete pages; }

int pages_count(pages *pages) { return pages->document->pages(); }

picture *pages_draw(pages *pages, int number, double pixels, double resolution) {
  const std::unique_ptr<poppler::page> page(pages->document->create_page(number));
  if (!page)
    return nullptr;
  const poppler::rectf box = page->page_rect(poppler::crop_box);
  if (!(box.width() > 0 && box.height() > 0))
    return nullptr;
  const double fitting = pointsPerInch * std::sqrt(pixels / (box.width() * box.height()));
  const double chosen = std::min(resolution, fitting);
  poppler::page_renderer renderer;
  renderer.set_image_format(poppler::image::format_gray8);
  renderer.set_render_hint(poppler::page_renderer::text_antialiasing);
  renderer.set_render_hint(poppler::page_renderer::antialiasing);
  const poppler::image image = renderer.render_page(page.get(), chosen, chosen);
  if (!image.is_valid() || image.format() != poppler::image::format_gray8)
    return nullptr;
  PIX *pix = copy(image);
  return pix ? new picture(pix) : nullptr;
}
