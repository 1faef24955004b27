// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import UniformTypeIdentifiers

/// The types of well-known files, according to the installed shared-mime-info and the declarations.
@Suite(.enabled(if: TypeDatabase.shared.type(forName: "libfoo.so.1") != nil, "no shared-mime-info here"))
struct SystemTypesTests {
  @Test(arguments: [
    ("a.jpg", "public.jpeg", true), ("A.JPG", "public.jpeg", true), ("a.pdf", "com.adobe.pdf", true),
    ("a.docx", "org.openxmlformats.wordprocessingml.document", true), ("a.doc", "com.microsoft.word.doc", true),
    ("a.mp3", "public.mp3", true), ("a.m4a", "com.apple.m4a-audio", true), ("a.m4v", "com.apple.m4v-video", true),
    ("a.mp4", "public.mpeg-4", true), ("a.heic", "public.heic", true), ("a.heif", "public.heif", true),
    ("main.c", "public.c-source", true), ("main.C", "public.c-plus-plus-source", true), ("MAIN.CPP", "public.c-plus-plus-source", true),
    ("main.h", "public.c-header", true), ("board.dtsi", DynamicIdentifier(mimeType: "text/x-devicetree-source").identifier, true),
    ("board.dts", DynamicIdentifier(mimeType: "text/x-devicetree-source").identifier, false),
    ("Makefile", "public.make-source", true), ("Makefile.am", "public.make-source", false), ("rules.mk", "public.make-source", true),
    ("README", "public.plain-text", false), ("README.md", "net.daringfireball.markdown", true), ("notes.txt", "public.plain-text", true),
    ("a.tar.gz", "org.gnu.gnu-zip-tar-archive", true), ("A.TAR.gz", "org.gnu.gnu-zip-tar-archive", true),
    ("a.gz", "org.gnu.gnu-zip-archive", true),
    ("a.ts", "com.microsoft.typescript", false), ("core", DynamicIdentifier(mimeType: "application/x-core").identifier, false),
    ("libfoo.so.1", DynamicIdentifier(mimeType: "application/x-sharedlib").identifier, true),
    ("libfoo.so.1.gz", "org.gnu.gnu-zip-archive", true), ("a.json", "public.json", true), ("a.swift", "public.swift-source", true),
    ("a.py", "public.python-script", true), ("a.epub", "org.idpf.epub-container", true), ("a.flac", "org.xiph.flac", true),
    ("a.odt", "org.oasis-open.opendocument.text", true), ("a.ogg", "org.xiph.ogg-audio", false), ("a.yaml", "public.yaml", true),
    ("old.c~", DynamicIdentifier(mimeType: "application/x-trash").identifier, false), ("a.plist", "com.apple.property-list", true),
    ("install", "public.plain-text", false), ("a.d.mts", "com.microsoft.typescript", false), ("a.opus", "org.xiph.opus", true),
    ("a.key", "public.plain-text", false), ("a.wav", "com.microsoft.waveform-audio", true),
    ("a.svg", "public.svg-image", true), ("a.fb2", "org.fictionbook.fb2", true), ("a.fb2.zip", "org.fictionbook.fb2", true),
    ("a.xps", "com.microsoft.xps", true), ("a.oxps", "com.microsoft.xps", true), ("a.3mf", "org.3mf.3mf", true),
    ("a.mobi", "com.amazon.mobi-ebook", true), ("a.mpp", "com.microsoft.project.mpp", false), ("a.mpt", "com.microsoft.project.mpp", true),
    ("report.pdf.1", DynamicIdentifier(mimeType: "application/x-troff-man").identifier, false), ("a.mdx", "", false), ("a.vb", "", false),
    ("a.adoc", DynamicIdentifier(mimeType: "text/asciidoc").identifier, true),
    ("a.typ", "", true),
    ("a.msg", DynamicIdentifier(mimeType: "application/vnd.ms-outlook").identifier, false),
    ("a.mxl", DynamicIdentifier(mimeType: "application/vnd.recordare.musicxml").identifier, true),
    ("a.Rmd", DynamicIdentifier(mimeType: "text/x-r-markdown").identifier, true),
    ("a.sqlite", DynamicIdentifier(mimeType: "application/vnd.sqlite3").identifier, true),
    ("a.sqlite3", DynamicIdentifier(mimeType: "application/vnd.sqlite3").identifier, true),
  ])
  func `a file name determines the type`(name: String, identifier: String, isCertain: Bool) throws {
    let found = try #require(TypeDatabase.shared.type(forName: name))
    if !identifier.isEmpty { #expect(found.type.identifier == identifier) }
    #expect(found.isCertain == isCertain)
  }
}

extension SystemTypesTests {
  @Test(arguments: [
    ("a.mpp", "application/x-ole-storage", "com.microsoft.project.mpp"), ("a.mpp", "audio/x-musepack", "audio"),
    ("a.mdx", "text/plain", "net.daringfireball.markdown"), ("a.vb", "text/plain", "public.source-code"),
    ("a.docx.2", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "org.openxmlformats.wordprocessingml.document"),
    ("a.jpg", "application/pdf", "com.adobe.pdf"), ("a.jpg", "text/html", "public.html"),
  ])
  func `the content decides between formats with one extension`(name: String, content: String, identifier: String) {
    let type = TypeDatabase.shared.type(forFileName: Array(name.utf8).span, contentMIMEType: content)
    #expect(identifier == "audio" ? type.tree.contains("public.audio") : type.tree.contains(identifier))
  }
}

extension TypeDatabase {
  func type(forName name: String) -> (type: FileType, isCertain: Bool)? { type(forFileName: Array(name.utf8).span) }
}
