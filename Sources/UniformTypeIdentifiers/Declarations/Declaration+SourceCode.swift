// SPDX-License-Identifier: Apache-2.0

extension Declaration {
  /// Programs and scripts as text.
  static let sourceCode: [Declaration] = [
    Declaration("public.source-code", "source code", is: "public.plain-text"),
    Declaration("public.c-source", "C Source File", is: "public.source-code", mime: "text/x-csrc text/x-c", ext: "c"),
    Declaration("public.c-header", "C Header Source File", is: "public.source-code", mime: "text/x-chdr", ext: "h"),
    Declaration(
      "public.c-plus-plus-source", "C++ Source File", is: "public.source-code", mime: "text/x-c++src text/x-c++", ext: "cpp cc cxx c++ cp"),
    Declaration(
      "public.c-plus-plus-header", "C++ Header Source File", is: "public.source-code", mime: "text/x-c++hdr", ext: "hpp hh hxx h++"),
    Declaration(
      "public.objective-c-source", "Objective-C Source File", is: "public.source-code", mime: "text/x-objcsrc text/x-objective-c", ext: "m"),
    Declaration(
      "public.objective-c-plus-plus-source", "Objective-C++ Source File", is: "public.source-code",
      mime: "text/x-objc++src text/x-objective-c++", ext: "mm"),
    Declaration("public.swift-source", "Swift Source File", is: "public.source-code", mime: "text/x-swift", ext: "swift"),
    Declaration("public.assembly-source", "Assembly Source File", is: "public.source-code", mime: "text/x-asm", ext: "s asm"),
    Declaration("public.fortran-source", "Fortran source", is: "public.source-code", mime: "text/x-fortran", ext: "f for"),
    Declaration("public.fortran-90-source", "Fortran 90 source", is: "public.fortran-source", ext: "f90"),
    Declaration("public.fortran-95-source", "Fortran 95 source", is: "public.fortran-source", ext: "f95"),
    Declaration("public.pascal-source", "Pascal source", is: "public.source-code", mime: "text/x-pascal", ext: "pas p"),
    Declaration("public.ada-source", "Ada source", is: "public.source-code", mime: "text/x-adasrc", ext: "adb ads ada"),
    Declaration("public.lex-source", "Lex source", is: "public.source-code", mime: "text/x-lex", ext: "l lex"),
    Declaration("public.yacc-source", "Yacc source", is: "public.source-code", mime: "text/x-yacc", ext: "y yacc"),
    Declaration("public.opencl-source", "OpenCL source", is: "public.source-code", mime: "text/x-opencl-src", ext: "cl"),
    Declaration("com.apple.metal", "Metal source", is: "public.source-code", ext: "metal"),
    Declaration("com.sun.java-source", "Java Source File", is: "public.source-code", mime: "text/x-java text/x-java-source", ext: "java"),
    Declaration("com.microsoft.csharp-source", "C# source", is: "public.source-code", mime: "text/x-csharp", ext: "cs"),
    Declaration(
      "com.microsoft.typescript", "TypeScript source", is: "public.source-code", mime: "application/typescript text/x-typescript",
      ext: "ts tsx cts", contested: "ts mts"),
    Declaration("org.golang.go-script", "Go source", is: "public.source-code", mime: "text/x-go", ext: "go"),
    Declaration("org.rust-lang.source", "Rust source", is: "public.source-code", mime: "text/rust text/x-rust", ext: "rs"),
    Declaration("org.kotlinlang.source", "Kotlin source", is: "public.source-code", mime: "text/x-kotlin", ext: "kt kts"),
    Declaration("org.lua.lua-source", "Lua source", is: "public.source-code", mime: "text/x-lua", ext: "lua"),
    Declaration("org.iso.sql", "SQL document", is: "public.source-code", mime: "application/sql text/x-sql", ext: "sql"),
    Declaration(
      "org.coffeescript.coffeescript", "CoffeeScript source", is: "public.source-code", mime: "application/vnd.coffeescript", ext: "coffee"),
    Declaration(
      "com.netscape.javascript-source", "JavaScript", is: "public.source-code public.executable",
      mime: "text/javascript application/javascript application/ecmascript", ext: "js mjs cjs jscript jsx"),
    Declaration("public.script", "script", is: "public.source-code"),
    Declaration(
      "public.shell-script", "Shell Script", is: "public.script", mime: "application/x-shellscript text/x-shellscript", ext: "sh command"),
    Declaration("public.bash-script", "Bash script", is: "public.shell-script", ext: "bash"),
    Declaration("public.csh-script", "C shell script", is: "public.shell-script", mime: "application/x-csh", ext: "csh"),
    Declaration("public.ksh-script", "Korn shell script", is: "public.shell-script", ext: "ksh"),
    Declaration("public.tcsh-script", "tcsh script", is: "public.shell-script", ext: "tcsh"),
    Declaration("public.zsh-script", "Z shell script", is: "public.shell-script", ext: "zsh"),
    Declaration("public.perl-script", "Perl Script", is: "public.shell-script", mime: "application/x-perl text/x-perl", ext: "pl pm perl"),
    Declaration(
      "public.python-script", "Python Script", is: "public.shell-script",
      mime: "text/x-python text/x-python3 text/x-script.python text/x-sagemath", ext: "py pyw pyi"),
    Declaration("public.ruby-script", "Ruby Script", is: "public.shell-script", mime: "application/x-ruby text/x-ruby", ext: "rb rbw"),
    Declaration(
      "public.php-script", "PHP Script", is: "public.shell-script", mime: "application/x-php text/x-php", ext: "php php3 php4 php5 phps"),
    Declaration("public.tcl-script", "Tcl script", is: "public.shell-script", mime: "text/tcl", ext: "tcl tk"),
    Declaration(
      "public.make-source", "Makefile", is: "public.script", omitting: "public.source-code public.plain-text", mime: "text/x-makefile",
      ext: "mk mak make"),
    Declaration("com.apple.applescript.text", "AppleScript text", is: "public.script", ext: "applescript"),
    Declaration("com.apple.applescript.script", "AppleScript", is: "public.data public.script", ext: "scpt"),
    Declaration(
      "com.apple.applescript.script-bundle", "AppleScript bundle", is: "com.apple.bundle com.apple.package public.script", ext: "scptd"),
    Declaration(
      "com.microsoft.windows-batch-file", "Batch file", is: "public.script", mime: "application/x-bat text/x-msdos-batch", ext: "bat cmd"),
    Declaration("public.nasm-assembly-source", "NASM source", is: "public.assembly-source", ext: "nasm"),
    Declaration("com.apple.interfacebuilder.document.cocoa", "Interface Builder document", is: "public.data public.content", ext: "xib"),
  ]
}
