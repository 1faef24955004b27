// SPDX-License-Identifier: Apache-2.0

#include "CxxTagLib.h"
#include "DescriptorStream.h"

#include <taglib/aifffile.h>
#include <taglib/apefile.h>
#include <taglib/apetag.h>
#include <taglib/asffile.h>
#include <taglib/asfproperties.h>
#include <taglib/asftag.h>
#include <taglib/chapterframe.h>
#include <taglib/flacfile.h>
#include <taglib/flacproperties.h>
#include <taglib/id3v1tag.h>
#include <taglib/id3v2header.h>
#include <taglib/id3v2synchdata.h>
#include <taglib/id3v2tag.h>
#include <taglib/infotag.h>
#include <taglib/itfile.h>
#include <taglib/modfile.h>
#include <taglib/mp4file.h>
#include <taglib/mp4tag.h>
#include <taglib/mpcfile.h>
#include <taglib/mpegfile.h>
#include <taglib/mpegproperties.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/popularimeterframe.h>
#include <taglib/s3mfile.h>
#include <taglib/speexfile.h>
#include <taglib/tdebuglistener.h>
#include <taglib/tpropertymap.h>
#include <taglib/trueaudiofile.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavfile.h>
#include <taglib/wavpackfile.h>
#include <taglib/xmfile.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

struct taglib_media {
  taglib_properties properties = {};
  std::vector<std::pair<std::string, std::string>> tags;
  /// Whether the format does not say in which encoding its texts are.
  bool isUndeclared = false;

  void add(const TagLib::String &name, const TagLib::String &value) {
    if (!value.isEmpty())
      tags.emplace_back(name.to8Bit(true), (isUndeclared ? marked(value) : value).to8Bit(true));
  }

  /// The text with marks instead of the bytes that TagLib took for Latin-1.
  static TagLib::String marked(const TagLib::String &text) {
    TagLib::String result = text;
    for (unsigned int index = 0; index < text.size(); index += 1)
      if (text[index] >= 0x80 && text[index] <= 0xFF)
        result[index] = static_cast<wchar_t>(TAGLIB_UNDECLARED_BYTE + text[index]);
    return result;
  }
};

namespace {

/// Discards messages. TagLib reports every damaged file to standard error, which belongs to the
/// worker.
class SilentListener final : public TagLib::DebugListener {
  void printMessage(const TagLib::String &) override {}
};

/// Texts that are declared as Latin-1, which many programs say of any encoding.
class LatinText final : public TagLib::ID3v2::Latin1StringHandler {
  TagLib::String parse(const TagLib::ByteVector &data) const override {
    return taglib_media::marked(TagLib::String(data, TagLib::String::Latin1));
  }
};

/// Texts of the first version of ID3, which declares no encoding.
class EarlyText final : public TagLib::ID3v1::StringHandler {
  TagLib::String parse(const TagLib::ByteVector &data) const override {
    return taglib_media::marked(TagLib::String(data, TagLib::String::Latin1).stripWhiteSpace());
  }
};

/// Texts of RIFF, which declares no encoding.
class InformationText final : public TagLib::RIFF::Info::StringHandler {
  TagLib::String parse(const TagLib::ByteVector &data) const override {
    return taglib_media::marked(TagLib::String(data, TagLib::String::Latin1));
  }
};

/// Adds the properties that `media` has no value for. The preferred tag of a file with several
/// kinds of tags is added first.
void addProperties(taglib_media &media, const TagLib::PropertyMap &properties) {
  std::set<std::string> known;
  for (const auto &tag : media.tags)
    known.insert(tag.first);
  for (const auto &[name, values] : properties)
    if (known.count(name.to8Bit(true)) == 0)
      for (const auto &value : values)
        media.add(name, value);
}

/// Adds the fields of a RIFF `INFO` list that TagLib's simple tag does not cover.
void addInformation(taglib_media &media, const TagLib::RIFF::Info::Tag *tag) {
  static const std::pair<const char *, const char *> names[] = {
      {"ICOP", "COPYRIGHT"}, {"IKEY", "KEYWORDS"}, {"ILNG", "LANGUAGE"}, {"IMUS", "COMPOSER"}, {"ISFT", "ENCODER"}, {"ISBJ", "SUBJECT"}, {"IWRI", "LYRICIST"}};
  if (!tag)
    return;
  addProperties(media, tag->properties());
  TagLib::PropertyMap properties;
  for (const auto &[field, name] : names)
    properties.insert(name, TagLib::StringList(tag->fieldText(field)));
  addProperties(media, properties);
}

void addAudio(taglib_media &media, const TagLib::AudioProperties *audio) {
  if (!audio)
    return;
  media.properties.milliseconds = audio->lengthInMilliseconds();
  media.properties.bitrate = audio->bitrate();
  media.properties.sample_rate = audio->sampleRate();
  media.properties.channels = audio->channels();
}

/// Adds what has no TagLib property: ratings and the titles of chapters. The address in the frame of a
/// rating tells which player's scale the number uses.
void addFrames(taglib_media &media, const TagLib::ID3v2::Tag *tag) {
  if (!tag)
    return;
  for (const auto *frame : tag->frameList("POPM"))
    if (const auto *rating = dynamic_cast<const TagLib::ID3v2::PopularimeterFrame *>(frame))
      media.add("POPM", TagLib::String::number(rating->rating()) + " " + rating->email());
  for (const auto *frame : tag->frameList("CHAP"))
    if (const auto *chapter = dynamic_cast<const TagLib::ID3v2::ChapterFrame *>(frame))
      for (const auto *title : chapter->embeddedFrameList("TIT2"))
        media.add("CHAPTER", title->toString());
}

/// Adds the items of MPEG-4 that have no TagLib property. The name of a free-form item follows that of the program that
/// defined it: `----:com.apple.iTunes:MOOD`.
void addItems(taglib_media &media, const TagLib::MP4::Tag *tag) {
  static const std::pair<const char *, const char *> names[] = {
      {"rate", "RATING"},       {"\251too", "ENCODER"},  {"desc", "DESCRIPTION"},   {"ldes", "LONGDESCRIPTION"}, {"\251des", "DESCRIPTION"},
      {"tvsh", "SERIES"},       {"tven", "EPISODE"},     {"tvnn", "NETWORK"},       {"catg", "CATEGORY"},        {"keyw", "KEYWORDS"},
      {"\251nrt", "NARRATOR"},  {"\251pub", "PUBLISHER"}, {"purl", "PURL"},          {"\251url", "URL"},          {"\251isr", "ISRC"},
      {"\251lab", "LABEL"},     {"\251dir", "DIRECTOR"}, {"\251prd", "PRODUCER"},   {"\251ope", "ORIGINALARTIST"}};
  if (!tag)
    return;
  for (const auto &[key, name] : names)
    if (tag->contains(key))
      for (const auto &value : tag->item(key).toStringList())
        media.add(name, value);
  std::set<std::string> known;
  for (const auto &property : media.tags)
    known.insert(property.first);
  for (const auto &[key, item] : tag->itemMap()) {
    if (!key.startsWith("----:"))
      continue;
    const TagLib::String name = key.substr(static_cast<unsigned int>(key.rfind(":")) + 1).upper();
    if (known.count(name.to8Bit(true)) == 0)
      for (const auto &value : item.toStringList())
        media.add(name, value);
  }
}

void addAttributes(taglib_media &media, const TagLib::ASF::Tag *tag) {
  if (!tag)
    return;
  for (const auto &[name, values] : tag->attributeListMap())
    for (const auto &value : values)
      switch (value.type()) {
      case TagLib::ASF::Attribute::UnicodeType:
        media.add(name, value.toString());
        break;
      case TagLib::ASF::Attribute::DWordType:
        media.add(name, TagLib::String::number(static_cast<int>(value.toUInt())));
        break;
      default:
        break;
      }
}

template <class Audio> void addBits(taglib_media &media, const Audio *audio) {
  if (audio)
    media.properties.bits_per_sample = audio->bitsPerSample();
}

/// Adds the tags and properties of `file`. Returns `false` if TagLib could not read it.
template <class File> bool read(taglib_media &media, File &file) {
  if (!file.isValid())
    return false;
  addAudio(media, file.audioProperties());
  addProperties(media, file.properties());
  return true;
}

/// A tag with an extended header, which is removed before TagLib parses the frames. TagLib 1
/// subtracts its length twice, so that it loses the last frames, and takes that of version 2.3 for
/// that of version 2.4.
class ExtendedTag final : public TagLib::ID3v2::Tag {
public:
  /// Returns `false` if the tag at `offset` has no extended header.
  bool read(TagLib::IOStream &stream, int64_t offset) {
    stream.seek(offset);
    TagLib::ByteVector first = stream.readBlock(TagLib::ID3v2::Header::size());
    if (first.size() != TagLib::ID3v2::Header::size() || !first.startsWith("ID3") || (first[5] & 0x40) == 0)
      return false;
    TagLib::ByteVector frames = stream.readBlock(TagLib::ID3v2::SynchData::toUInt(first.mid(6, 4)));
    if (frames.size() < 4)
      return false;
    const unsigned int length = first[3] < 4 ? 4 + frames.toUInt(0, true) : TagLib::ID3v2::SynchData::toUInt(frames.mid(0, 4));
    if (length > frames.size())
      return false;
    frames = frames.mid(length);
    first[5] = static_cast<char>(first[5] & ~0x40);
    header()->setData(first.mid(0, 6) + TagLib::ID3v2::SynchData::fromUInt(frames.size()));
    parse(frames);
    return true;
  }
};

// For TagLib 2, the order of arguments that TagLib 1 has is deprecated.
template <class File> File open(DescriptorStream &stream, bool readsProperties, TagLib::AudioProperties::ReadStyle style) {
#if TAGLIB_MAJOR_VERSION > 1
  return File(&stream, readsProperties, style);
#else
  return File(&stream, TagLib::ID3v2::FrameFactory::instance(), readsProperties, style);
#endif
}

bool read(taglib_media &media, DescriptorStream &stream, taglib_format format, int64_t offset) {
  using namespace TagLib;
  media.isUndeclared = format == TAGLIB_MOD || format == TAGLIB_S3M || format == TAGLIB_IMPULSE_TRACKER
                       || format == TAGLIB_EXTENDED_MODULE;
  // Average reads the headers and, if none of them states the length, the last frame. Accurate
  // would read whole files.
  const auto style = AudioProperties::Average;
  switch (format) {
  case TAGLIB_MPEG: {
    auto file = open<MPEG::File>(stream, true, style);
    if (!read(media, file))
      return false;
    addFrames(media, file.ID3v2Tag());
    if (const auto *tag = file.APETag())
      addProperties(media, tag->properties());
    if (const auto *tag = file.ID3v1Tag())
      addProperties(media, tag->properties());
    if (const auto *audio = file.audioProperties())
      media.add("CODEC", audio->sampleRate() > 0 ? "MP" + String::number(audio->layer()) : String());
    return true;
  }
  case TAGLIB_FLAC: {
    auto file = open<FLAC::File>(stream, true, style);
    if (!read(media, file))
      return false;
    addBits(media, file.audioProperties());
    return true;
  }
  case TAGLIB_OGG_VORBIS: {
    Ogg::Vorbis::File file(&stream, true, style);
    return read(media, file);
  }
  case TAGLIB_OGG_FLAC: {
    Ogg::FLAC::File file(&stream, true, style);
    if (!read(media, file))
      return false;
    addBits(media, file.audioProperties());
    return true;
  }
  case TAGLIB_OGG_OPUS: {
    Ogg::Opus::File file(&stream, true, style);
    return read(media, file);
  }
  case TAGLIB_OGG_SPEEX: {
    Ogg::Speex::File file(&stream, true, style);
    return read(media, file);
  }
  case TAGLIB_MP4: {
    MP4::File file(&stream, true, style);
    if (!read(media, file))
      return false;
    addBits(media, file.audioProperties());
    addItems(media, file.tag());
    return true;
  }
  case TAGLIB_ASF: {
    ASF::File file(&stream, true, style);
    if (!read(media, file))
      return false;
    addAttributes(media, file.tag());
    if (const auto *audio = file.audioProperties())
      media.add("CODEC", audio->codecName());
    return true;
  }
  case TAGLIB_MONKEYS_AUDIO: {
    APE::File file(&stream, true, style);
    return read(media, file);
  }
  case TAGLIB_MUSEPACK: {
    MPC::File file(&stream, true, style);
    return read(media, file);
  }
  case TAGLIB_WAVPACK: {
    WavPack::File file(&stream, true, style);
    return read(media, file);
  }
  case TAGLIB_TRUE_AUDIO: {
    TrueAudio::File file(&stream, true, style);
    if (!read(media, file))
      return false;
    addFrames(media, file.ID3v2Tag());
    return true;
  }
  case TAGLIB_AIFF: {
    RIFF::AIFF::File file(&stream, true, style);
    if (!read(media, file))
      return false;
    addFrames(media, file.tag());
    addBits(media, file.audioProperties());
    return true;
  }
  case TAGLIB_WAV: {
    RIFF::WAV::File file(&stream, true, style);
    if (!read(media, file))
      return false;
    addFrames(media, file.ID3v2Tag());
    addInformation(media, file.InfoTag());
    addBits(media, file.audioProperties());
    return true;
  }
  case TAGLIB_MOD: {
    Mod::File file(&stream, false);
    return read(media, file);
  }
  case TAGLIB_S3M: {
    S3M::File file(&stream, false);
    return read(media, file);
  }
  case TAGLIB_IMPULSE_TRACKER: {
    IT::File file(&stream, false);
    return read(media, file);
  }
  case TAGLIB_EXTENDED_MODULE: {
    XM::File file(&stream, false);
    return read(media, file);
  }
  case TAGLIB_BARE_ID3V2: {
    ExtendedTag extended;
    if (extended.read(stream, offset)) {
      addProperties(media, extended.properties());
      addFrames(media, &extended);
      return true;
    }
    auto file = open<MPEG::File>(stream, false, style);
    ID3v2::Tag tag(&file, static_cast<long>(offset));
    addProperties(media, tag.properties());
    addFrames(media, &tag);
    return true;
  }
  case TAGLIB_BARE_APE: {
    auto file = open<MPEG::File>(stream, false, style);
    if (!file.hasAPETag())
      return false;
    addProperties(media, file.APETag()->properties());
    return true;
  }
  }
  return false;
}

taglib_string view(const std::string &text) { return {text.data(), text.size()}; }

} // namespace

taglib_media *taglib_media_read(int descriptor, int64_t size, int64_t budget, taglib_format format, int64_t offset) {
  static SilentListener listener;
  static const LatinText latin;
  static const EarlyText early;
  static const InformationText information;
  taglib_media *media = nullptr;
  try {
    TagLib::setDebugListener(&listener);
    TagLib::ID3v2::Tag::setLatin1StringHandler(&latin);
    TagLib::ID3v1::Tag::setStringHandler(&early);
    TagLib::RIFF::Info::Tag::setStringHandler(&information);
    media = new taglib_media();
    DescriptorStream stream(descriptor, size, budget);
    if (read(*media, stream, format, offset))
      return media;
  } catch (...) {
  }
  delete media;
  return nullptr;
}

taglib_properties taglib_media_properties(const taglib_media *media) { return media->properties; }

size_t taglib_media_tag_count(const taglib_media *media) { return media->tags.size(); }

taglib_tag taglib_media_tag(const taglib_media *media, size_t index) {
  if (index >= media->tags.size())
    return {};
  return {view(media->tags[index].first), view(media->tags[index].second)};
}

void taglib_media_free(taglib_media *media) { delete media; }
