// SPDX-License-Identifier: Apache-2.0

#include "Picture.h"

#include <tesseract/baseapi.h>
#include <tesseract/resultiterator.h>

#include <memory>
#include <string>
#include <vector>

struct recognizer {
  tesseract::TessBaseAPI tesseract;
  std::vector<std::string> languages;
  std::unique_ptr<tesseract::ResultIterator> words;
  /// Whether `words` is at a word that was not given out.
  bool hasWord = false;
  std::unique_ptr<char[]> text;
};

recognizer *recognizer_make(const char *languages) {
  silencePictures();
  auto made = std::make_unique<recognizer>();
  if (made->tesseract.Init(nullptr, languages, tesseract::OEM_LSTM_ONLY) != 0)
    return nullptr;
  made->tesseract.SetPageSegMode(tesseract::PSM_AUTO);
  made->tesseract.GetAvailableLanguagesAsVector(&made->languages);
  return made.release();
}

void recognizer_free(recognizer *recognizer) { delete recognizer; }

const char *recognizer_language(recognizer *recognizer, size_t number) {
  return number < recognizer->languages.size() ? recognizer->languages[number].c_str() : nullptr;
}

bool recognizer_read(recognizer *recognizer, const picture *picture) {
  recognizer_clear(recognizer);
  recognizer->tesseract.SetImage(picture->pix);
  if (recognizer->tesseract.Recognize(nullptr) != 0)
    return false;
  recognizer->words.reset(recognizer->tesseract.GetIterator());
  recognizer->hasWord = recognizer->words && !recognizer->words->Empty(tesseract::RIL_WORD);
  return true;
}

bool recognizer_next(recognizer *recognizer, recognized_word *word) {
  if (!recognizer->hasWord)
    return false;
  auto &words = *recognizer->words;
  recognizer->text.reset(words.GetUTF8Text(tesseract::RIL_WORD));
  word->text = recognizer->text.get();
  word->confidence = words.Confidence(tesseract::RIL_WORD);
  word->begins_line = words.IsAtBeginningOf(tesseract::RIL_TEXTLINE);
  word->begins_block = words.IsAtBeginningOf(tesseract::RIL_BLOCK);
  recognizer->hasWord = words.Next(tesseract::RIL_WORD);
  return true;
}

void recognizer_clear(recognizer *recognizer) {
  recognizer->words.reset();
  recognizer->text.reset();
  recognizer->hasWord = false;
  recognizer->tesseract.Clear();
}
