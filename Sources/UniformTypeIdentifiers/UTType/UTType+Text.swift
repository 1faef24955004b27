// SPDX-License-Identifier: Apache-2.0

// Text, markup and source code.
extension UTType {
  /// All text, with or without markup.
  public static var text: UTType { UTType(known: "public.text") }

  /// Text without markup, in any encoding.
  public static var plainText: UTType { UTType(known: "public.plain-text") }

  /// Text without markup in UTF-8.
  public static var utf8PlainText: UTType { UTType(known: "public.utf8-plain-text") }

  /// Text without markup in UTF-16, native byte order.
  public static var utf16PlainText: UTType { UTType(known: "public.utf16-plain-text") }

  /// Text without markup in UTF-16 with a byte order mark or big-endian.
  public static var utf16ExternalPlainText: UTType { UTType(known: "public.utf16-external-plain-text") }

  /// Text with values between delimiters.
  public static var delimitedText: UTType { UTType(known: "public.delimited-values-text") }

  /// CSV.
  public static var commaSeparatedText: UTType { UTType(known: "public.comma-separated-values-text") }

  /// TSV.
  public static var tabSeparatedText: UTType { UTType(known: "public.tab-separated-values-text") }

  /// TSV in UTF-8.
  public static var utf8TabSeparatedText: UTType { UTType(known: "public.utf8-tab-separated-values-text") }

  /// Rich text.
  public static var rtf: UTType { UTType(known: "public.rtf") }

  /// Rich text with attachments, as a package.
  public static var rtfd: UTType { UTType(known: "com.apple.rtfd") }

  /// Rich text with attachments, as one stream.
  public static var flatRTFD: UTType { UTType(known: "com.apple.flat-rtfd") }

  /// HTML.
  public static var html: UTType { UTType(known: "public.html") }

  /// XML.
  public static var xml: UTType { UTType(known: "public.xml") }

  /// YAML.
  public static var yaml: UTType { UTType(known: "public.yaml") }

  /// JSON.
  public static var json: UTType { UTType(known: "public.json") }

  /// GeoJSON.
  public static var geoJSON: UTType { UTType(known: "public.geojson") }

  /// A cascading style sheet.
  public static var css: UTType { UTType(known: "public.css") }

  /// Source code in any language.
  public static var sourceCode: UTType { UTType(known: "public.source-code") }

  /// Assembly language.
  public static var assemblyLanguageSource: UTType { UTType(known: "public.assembly-source") }

  /// C.
  public static var cSource: UTType { UTType(known: "public.c-source") }

  /// Objective-C.
  public static var objectiveCSource: UTType { UTType(known: "public.objective-c-source") }

  /// Objective-C++.
  public static var objectiveCPlusPlusSource: UTType { UTType(known: "public.objective-c-plus-plus-source") }

  /// Swift.
  public static var swiftSource: UTType { UTType(known: "public.swift-source") }

  /// C++.
  public static var cPlusPlusSource: UTType { UTType(known: "public.c-plus-plus-source") }

  /// A C header.
  public static var cHeader: UTType { UTType(known: "public.c-header") }

  /// A C++ header.
  public static var cPlusPlusHeader: UTType { UTType(known: "public.c-plus-plus-header") }

  /// A script in any language.
  public static var script: UTType { UTType(known: "public.script") }

  /// AppleScript as text.
  public static var appleScript: UTType { UTType(known: "com.apple.applescript.text") }

  /// A compiled script of the Open Scripting Architecture.
  public static var osaScript: UTType { UTType(known: "com.apple.applescript.script") }

  /// A compiled script as a bundle.
  public static var osaScriptBundle: UTType { UTType(known: "com.apple.applescript.script-bundle") }

  /// JavaScript.
  public static var javaScript: UTType { UTType(known: "com.netscape.javascript-source") }

  /// A shell script.
  public static var shellScript: UTType { UTType(known: "public.shell-script") }

  /// Perl.
  public static var perlScript: UTType { UTType(known: "public.perl-script") }

  /// Python.
  public static var pythonScript: UTType { UTType(known: "public.python-script") }

  /// Ruby.
  public static var rubyScript: UTType { UTType(known: "public.ruby-script") }

  /// PHP.
  public static var phpScript: UTType { UTType(known: "public.php-script") }

  /// A makefile.
  public static var makefile: UTType { UTType(known: "public.make-source") }
}
