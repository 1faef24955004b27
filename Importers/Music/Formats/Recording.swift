/// The sound and the tags of one file.
struct Recording {
  var stream = AudioStream()
  var tags = Tags()
}
