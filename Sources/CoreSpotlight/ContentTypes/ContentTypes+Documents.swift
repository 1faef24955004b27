// SPDX-License-Identifier: Apache-2.0

// Apple's older constants for content types: text, source code and documents. The file for basic
// types describes them.

/// All text, with or without markup.
public let kUTTypeText: String = "public.text"

/// Text without markup, in any encoding.
public let kUTTypePlainText: String = "public.plain-text"

/// Text without markup in UTF-8.
public let kUTTypeUTF8PlainText: String = "public.utf8-plain-text"

/// Text without markup in UTF-16 with a byte order mark or big-endian.
public let kUTTypeUTF16ExternalPlainText: String = "public.utf16-external-plain-text"

/// Text without markup in UTF-16, native byte order.
public let kUTTypeUTF16PlainText: String = "public.utf16-plain-text"

/// Text with values between delimiters.
public let kUTTypeDelimitedText: String = "public.delimited-values-text"

/// CSV.
public let kUTTypeCommaSeparatedText: String = "public.comma-separated-values-text"

/// TSV.
public let kUTTypeTabSeparatedText: String = "public.tab-separated-values-text"

/// TSV in UTF-8.
public let kUTTypeUTF8TabSeparatedText: String = "public.utf8-tab-separated-values-text"

/// Rich text.
public let kUTTypeRTF: String = "public.rtf"

/// HTML.
public let kUTTypeHTML: String = "public.html"

/// XML.
public let kUTTypeXML: String = "public.xml"

/// Source code in any language.
public let kUTTypeSourceCode: String = "public.source-code"

/// Assembly language.
public let kUTTypeAssemblyLanguageSource: String = "public.assembly-source"

/// C.
public let kUTTypeCSource: String = "public.c-source"

/// Objective-C.
public let kUTTypeObjectiveCSource: String = "public.objective-c-source"

/// Swift.
public let kUTTypeSwiftSource: String = "public.swift-source"

/// C++.
public let kUTTypeCPlusPlusSource: String = "public.c-plus-plus-source"

/// Objective-C++.
public let kUTTypeObjectiveCPlusPlusSource: String = "public.objective-c-plus-plus-source"

/// A C header.
public let kUTTypeCHeader: String = "public.c-header"

/// A C++ header.
public let kUTTypeCPlusPlusHeader: String = "public.c-plus-plus-header"

/// Java.
public let kUTTypeJavaSource: String = "com.sun.java-source"

/// A script in any language.
public let kUTTypeScript: String = "public.script"

/// AppleScript as text.
public let kUTTypeAppleScript: String = "com.apple.applescript.text"

/// A compiled script of the Open Scripting Architecture.
public let kUTTypeOSAScript: String = "com.apple.applescript.script"

/// A compiled script as a bundle.
public let kUTTypeOSAScriptBundle: String = "com.apple.applescript.script-bundle"

/// JavaScript.
public let kUTTypeJavaScript: String = "com.netscape.javascript-source"

/// A shell script.
public let kUTTypeShellScript: String = "public.shell-script"

/// Perl.
public let kUTTypePerlScript: String = "public.perl-script"

/// Python.
public let kUTTypePythonScript: String = "public.python-script"

/// Ruby.
public let kUTTypeRubyScript: String = "public.ruby-script"

/// PHP.
public let kUTTypePHPScript: String = "public.php-script"

/// JSON.
public let kUTTypeJSON: String = "public.json"

/// A property list in any format.
public let kUTTypePropertyList: String = "com.apple.property-list"

/// A property list in XML.
public let kUTTypeXMLPropertyList: String = "com.apple.xml-property-list"

/// A property list in binary.
public let kUTTypeBinaryPropertyList: String = "com.apple.binary-property-list"

/// PDF.
public let kUTTypePDF: String = "com.adobe.pdf"

/// Rich text with attachments, as a package.
public let kUTTypeRTFD: String = "com.apple.rtfd"

/// Rich text with attachments, as one stream.
public let kUTTypeFlatRTFD: String = "com.apple.flat-rtfd"

/// A web page with its resources.
public let kUTTypeWebArchive: String = "com.apple.webarchive"

/// An EPUB book.
public let kUTTypeElectronicPublication: String = "org.idpf.epub-container"

/// A spreadsheet.
public let kUTTypeSpreadsheet: String = "public.spreadsheet"

/// A presentation.
public let kUTTypePresentation: String = "public.presentation"
