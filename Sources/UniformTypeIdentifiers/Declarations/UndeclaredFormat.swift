// SPDX-License-Identifier: Apache-2.0

/// Information on formats without a published identifier. They keep a dynamic identifier, but get a
/// better position in the type tree.
struct UndeclaredFormat: Sendable {
  /// The declared type that each MIME type conforms to, instead of the types that
  /// shared-mime-info's hierarchy implies.
  static let parents: [String: [String]] = {
    var result: [String: [String]] = [:]
    for (parent, types) in families {
      for type in types.words { result[type, default: []].append(parent) }
    }
    for format in supplements { result[format.mimeType] = [format.parent] }
    return result
  }()

  private static let families: [(parent: String, mimeTypes: String)] = [
    (
      "public.source-code",
      "application/x-asp application/x-awk application/x-gdscript application/x-godot-shader application/x-m4 text/vbscript "
        + "text/vnd.wap.wmlscript text/x-cmake text/x-cobol text/x-common-lisp text/x-crystal text/x-dart text/x-dcl text/x-dsl text/x-dsrc "
        + "text/x-eiffel text/x-elixir text/x-emacs-lisp text/x-erlang text/x-genie text/x-gradle text/x-groovy text/x-haskell text/x-idl "
        + "text/x-literate-haskell text/x-matlab text/x-meson text/x-moc text/x-modelica text/x-mof text/x-ocaml text/x-ocl text/x-ooc "
        + "text/x-qml text/x-sass text/x-scala text/x-scheme text/x-scss text/x-scons text/x-svhdr text/x-svsrc text/x-twig text/x-uil "
        + "text/x-vala text/x-verilog text/x-vhdl"
    ),
    (
      "public.archive",
      "application/zstd application/x-zstd application/zlib application/x-ace application/x-alz application/x-arc application/x-asar "
        + "application/x-bcpio application/x-dar application/x-java-pack200 application/x-lhz application/x-lrzip application/x-lz4 "
        + "application/x-lzip application/x-lzop application/x-qpress application/x-shar application/x-sv4cpio application/x-sv4crc "
        + "application/x-zoo application/vnd.flatpak application/vnd.squashfs application/vnd.snap"
    ),
    (
      "com.apple.disk-image",
      "application/x-amiga-disk-format application/x-compressed-iso application/x-discjuggler-cd-image application/x-mame-chd "
        + "application/x-ms-wim application/x-qemu-disk application/x-vdi-disk application/x-vhd-disk application/x-vhdx-disk"
    ),
    (
      "public.database",
      "application/x-sqlite2 application/x-dbf application/x-gdbm application/x-kexiproject-sqlite2 "
        + "application/x-kexiproject-sqlite3"
    ),
    (
      "public.spreadsheet",
      "application/vnd.lotus-1-2-3 application/vnd.stardivision.calc application/vnd.sun.xml.calc application/vnd.sun.xml.calc.template "
        + "application/x-applix-spreadsheet application/x-gnumeric application/x-kspread application/x-oleo application/x-quattropro"
    ),
    (
      "public.presentation",
      "application/vnd.stardivision.impress application/vnd.sun.xml.impress application/vnd.sun.xml.impress.template "
        + "application/x-kpresenter application/x-magicpoint"
    ),
    (
      "public.image",
      "application/vnd.corel-draw application/x-krita application/x-karbon application/x-kontour application/x-killustrator "
        + "application/vnd.stardivision.draw application/vnd.sun.xml.draw application/vnd.sun.xml.draw.template application/x-dia-diagram "
        + "application/x-wpg application/fits application/dicom image/vnd.djvu image/vnd.djvu+multipage"
    ),
    (
      "public.composite-content",
      "application/vnd.stardivision.writer application/vnd.sun.xml.writer "
        + "application/vnd.sun.xml.writer.global application/vnd.sun.xml.writer.template application/vnd.wordperfect application/vnd.ms-works "
        + "application/vnd.lotus-wordpro application/vnd.framemaker application/x-abiword application/x-applix-word application/x-dvi "
        + "application/x-hwp application/x-hwt application/x-kword "
        + "application/x-mswrite application/x-pagemaker application/vnd.comicbook+zip "
        + "application/vnd.comicbook-rar application/x-cb7 application/x-cbt application/x-aportisdoc image/vnd.djvu image/vnd.djvu+multipage "
        + "application/vnd.ms-publisher application/vnd.visio application/vnd.ms-visio.drawing.main+xml "
        + "application/vnd.ms-visio.drawing.macroenabled.main+xml application/vnd.ms-visio.stencil.main+xml "
        + "application/vnd.ms-visio.stencil.macroenabled.main+xml application/vnd.ms-visio.template.main+xml "
        + "application/vnd.ms-visio.template.macroenabled.main+xml "
        + "application/vnd.ms-htmlhelp application/x-mif application/x-gzpdf "
        + "application/x-bzpdf application/x-xzpdf application/x-gzpostscript application/x-bzpostscript application/x-gzdvi application/x-bzdvi"
    ),
    (
      "public.font",
      "application/x-font-afm application/x-font-bdf application/x-font-linux-psf application/x-gz-font-linux-psf application/x-font-pcf "
        + "application/x-font-speedo application/x-font-ttx application/x-font-tex application/x-font-tex-tfm application/x-tex-pk "
        + "application/x-tex-gf application/x-font-vfont application/vnd.ms-fontobject application/vnd.font-fontforge-sfd"
    ),
    ("public.audio", "application/ram application/x-shorten application/vnd.smaf"),
    ("public.audiovisual-content", "application/ogg application/annodex application/smil+xml"),
  ]

  let mimeType: String
  let name: String
  let parent: String
  /// As in `Declaration`.
  let extensions: String
  let contested: String

  init(_ mimeType: String, _ name: String, is parent: String = "public.source-code", ext: String, contested: String = "") {
    self.mimeType = mimeType
    self.name = name
    self.parent = parent
    extensions = ext
    self.contested = contested
  }

  /// Formats that are also missing in shared-mime-info, or some of whose extensions are, with the MIME types that other tools use.
  static let supplements: [UndeclaredFormat] = [
    UndeclaredFormat("application/vnd.hancom.hwpx", "Hangul document", is: "public.composite-content", ext: "hwpx"),
    UndeclaredFormat("application/vnd.jgraph.mxfile", "Diagram", is: "public.xml", ext: "drawio dio"),
    UndeclaredFormat("application/vnd.xmind.workbook", "Mind map", is: "public.composite-content", ext: "xmind"),
    UndeclaredFormat("application/x-freemind", "Mind map", is: "public.xml", ext: "mm", contested: "mm"),
    UndeclaredFormat("application/x-visio+xml", "Visio drawing", is: "public.xml", ext: "vdx vsx vtx"),
    UndeclaredFormat("text/x-devicetree-source", "Device tree source", ext: "dts dtsi dtso", contested: "dts"),
    UndeclaredFormat("text/x-clojure", "Clojure source", ext: "clj cljs cljc"),
    UndeclaredFormat("text/x-cuda", "CUDA source", ext: "cu cuh"),
    UndeclaredFormat("text/x-elm", "Elm source", ext: "elm"),
    UndeclaredFormat("text/x-fsharp", "F# source", ext: "fs fsi fsx"),
    UndeclaredFormat("text/x-glsl", "Shader source", ext: "glsl vert frag hlsl wgsl"),
    UndeclaredFormat("text/x-julia", "Julia source", ext: "jl"),
    UndeclaredFormat("text/x-linker-script", "Linker script", ext: "lds ld"),
    UndeclaredFormat("application/vnd.sqlite3", "SQLite database", is: "public.database", ext: "sqlite"),
    UndeclaredFormat("audio/x-mp1", "MP1 audio", is: "public.audio", ext: "mp1 m1a"),
    UndeclaredFormat("audio/x-optimfrog", "OptimFROG audio", is: "public.audio", ext: "ofr ofs"),
    UndeclaredFormat("audio/x-tak", "TAK audio", is: "public.audio", ext: "tak"),
    UndeclaredFormat("text/x-nim", "Nim source", ext: "nim"),
    UndeclaredFormat("text/x-nix", "Nix expression", ext: "nix"),
    UndeclaredFormat("text/x-protobuf", "Protocol buffer definition", ext: "proto"),
    UndeclaredFormat("text/x-rsrc", "R source", ext: "r"),
    UndeclaredFormat("text/x-solidity", "Solidity source", ext: "sol"),
    UndeclaredFormat("text/x-terraform", "Terraform configuration", ext: "tf tfvars"),
    UndeclaredFormat("text/mdx", "Markdown document with components", is: "net.daringfireball.markdown", ext: "mdx", contested: "mdx"),
    UndeclaredFormat("text/x-r-markdown", "R Markdown document", is: "net.daringfireball.markdown", ext: "rmd"),
    UndeclaredFormat("text/x-quarto", "Quarto document", is: "net.daringfireball.markdown", ext: "qmd"),
    UndeclaredFormat("text/asciidoc", "AsciiDoc document", is: "public.plain-text", ext: "adoc asciidoc"),
    UndeclaredFormat("text/vnd.typst", "Typst document", is: "public.plain-text", ext: "typ"),
    UndeclaredFormat("application/vnd.recordare.musicxml+xml", "MusicXML score", is: "public.xml", ext: "musicxml"),
    UndeclaredFormat("application/vnd.recordare.musicxml", "Compressed MusicXML score", is: "public.composite-content", ext: "mxl"),
    UndeclaredFormat("application/x-musescore+xml", "MuseScore score", is: "public.xml", ext: "mscx"),
    UndeclaredFormat("application/x-musescore", "Compressed MuseScore score", is: "public.composite-content", ext: "mscz"),
    UndeclaredFormat("application/oebps-package+xml", "EPUB package document", is: "public.xml", ext: "opf"),
    // Both have the same extension, so the content decides.
    UndeclaredFormat("application/vnd.ms-outlook", "Outlook message", is: "public.email-message", ext: "msg oft"),
    UndeclaredFormat("text/x-rosmsg", "ROS message definition", ext: "msg"),
    UndeclaredFormat("application/x-xmp", "XMP sidecar", is: "public.xml", ext: "xmp"),
    UndeclaredFormat("text/x-visual-basic", "Visual Basic source", ext: "vb", contested: "vb"),
    UndeclaredFormat("text/x-vue", "Vue component", ext: "vue"),
    UndeclaredFormat("text/x-zig", "Zig source", ext: "zig"),
  ]
}
