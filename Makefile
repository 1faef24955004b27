# SPDX-License-Identifier: Apache-2.0
# Searchlight: the two commands are `make run` and `make test`; `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

DIR ?= $(HOME)
PREFIX ?= /usr/local
DESTDIR ?=
SYSCONFDIR ?= /etc
CONFIGURATION ?= release
SECONDS ?= 60

built := .build/$(CONFIGURATION)
# Executables in bin, and the other programs that each of them is.
tools := mdfind mdutil
mdfindLinks := mdls
mdutilLinks := mdimport mds searchlight-mcp searchlight-open
scripts := desktop/searchlight-menu desktop/dolphin/kio-filenamesearch-grep .ci/run Benchmarks/fetch-debian-corpus Support/check-installation Support/check-licence-lines Support/check-package Support/check-packaging Support/check-version Support/fuzz Support/install-packages Support/link-programs Support/make-documentation Support/make-manual Support/make-packages Support/make-word-vectors Support/release Support/run-demo Support/run-tests Support/test-debian Support/test-installation Support/test-with-sanitizer
pythonScripts := desktop/menus/searchlight.py Benchmarks/make-names Benchmarks/run Benchmarks/run-changes Benchmarks/run-latency Benchmarks/run-text Support/check-costs Support/check-folder-cycles Support/check-modules Support/cut-icu-data Support/make-library-package Support/test-desktop Support/torture $(wildcard Benchmarks/harness/*.py Support/desktops/*.py Support/torturing/*.py)

# An installation in the home folder has nothing that only root can use.
isOwn := $(shell home=$${HOME-}; home=$${home%/}; case '$(PREFIX)' in ("$${home:-/nonexistent}"/?*|*/.local) echo yes ;; esac)

# What Support/cut-icu-data makes; Package.swift links it.
export SEARCHLIGHT_ICU_DATA := $(CURDIR)/.build/icu-data.o

bindir = $(DESTDIR)$(PREFIX)/bin
libexecdir = $(DESTDIR)$(PREFIX)/libexec/searchlight
mandir = $(DESTDIR)$(PREFIX)/share/man
bashdir = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zshdir = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
# Without XDG_DATA_DIRS, fish and systemd look neither in the folders of every prefix, nor in the same ones.
vendorFishdir = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
fishdir = $(if $(isOwn)$(filter /usr,$(PREFIX)),$(vendorFishdir),$(DESTDIR)$(SYSCONFDIR)/fish/completions)
unitdir = $(DESTDIR)$(PREFIX)/$(if $(isOwn),share,lib)/systemd/user
systemUnitdir = $(DESTDIR)$(PREFIX)/lib/systemd/system
sysctldir = $(DESTDIR)$(PREFIX)/lib/sysctl.d
entrydir = $(DESTDIR)$(PREFIX)/share/applications
icondir = $(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps
metainfodir = $(DESTDIR)$(PREFIX)/share/metainfo
# Where GNOME Shell, KRunner and the message bus look for what they ask or start.
providerdir = $(DESTDIR)$(PREFIX)/share/gnome-shell/search-providers
runnerdir = $(DESTDIR)$(PREFIX)/share/krunner/dbusplugins
servicedir = $(DESTDIR)$(PREFIX)/share/dbus-1/services
sharedir = $(DESTDIR)$(PREFIX)/share
docdir = $(DESTDIR)$(PREFIX)/share/doc/searchlight
datadir = $(DESTDIR)$(PREFIX)/share/searchlight

localedir = $(DESTDIR)$(PREFIX)/share/locale

userUnits = searchlight.service searchlight.socket searchlight-provider.service
entries = searchlight-open.desktop org.searchlight.Searchlight.desktop
provider = org.searchlight.Searchlight.search-provider.ini
runner = plasma-runner-searchlight.desktop
# What adds a search to menus of folders, by the folder below share that the file manager looks into.
folderMenus = nautilus-python/extensions/searchlight.py nemo/actions/searchlight.nemo_action kio/servicemenus/searchlight-search-here.desktop
busServices = org.searchlight.Searchlight.SearchProvider.service org.searchlight.Search1.service
# Of the search window, if it is built: its desktop entry takes the place of the one for a terminal.
hasWindow := $(wildcard $(built)/searchlight)
windowEntry = org.searchlight.Searchlight.desktop
windowService = org.searchlight.Searchlight.service
windowManPage = Documentation/man/searchlight.1
# Of text in pictures, if it is built.
hasRecognition := $(wildcard $(built)/searchlight-ocr)
translations := $(patsubst po/%.po,%,$(wildcard po/*.po))
systemUnits = searchlight-system.service searchlight-query.service searchlight-query.socket
manPages = $(wildcard Documentation/man/*.[1578])
systemManPages = Documentation/man/mdqueryd.8
documents = README.md CHANGELOG.md LICENSE NOTICE SECURITY.md $(patsubst %,Documentation/%.md,CoreSpotlight Features Formats Limits Meaning Predicates Programs Sandbox WorkerProtocol)
bashCompletions = $(wildcard Support/completions/bash/*)
zshCompletions = $(wildcard Support/completions/zsh/*)
fishCompletions = $(wildcard Support/completions/fish/*)

# The window is built where libadwaita is installed; Package.swift reads this.
export SEARCHLIGHT_WINDOW := $(shell pkg-config --exists libadwaita-1 2>/dev/null && echo yes)

# The worker for text in pictures is built where Tesseract and Leptonica are installed; Package.swift reads this.
export SEARCHLIGHT_RECOGNITION := $(shell pkg-config --exists tesseract lept 2>/dev/null && echo yes)

# Before each build.
prepare = Support/cut-icu-data >/dev/null

.PHONY: help run test test-address test-thread fuzz build packages install uninstall deb release manual documentation check-costs check-word-vectors check-install check-package test-install test-debian test-desktop pictures lint clean

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18
	@echo "Variables: DIR=$(DIR) PREFIX=$(PREFIX) DESTDIR=$(DESTDIR) SYSCONFDIR=$(SYSCONFDIR) SECONDS=$(SECONDS)"

run: build ## Index DIR (default: the home folder), start mds, and show three queries
	@Support/run-demo --bin $(built) "$(DIR)"

test: packages ## Build and run every test
	@$(prepare)
	@swift build --build-tests
	@Support/link-programs .build/debug
	@Support/run-tests

test-address: packages ## Run tests of the modules with unsafe code under the address sanitizer
	@Support/test-with-sanitizer address

test-thread: packages ## Run the same tests under the thread sanitizer
	@Support/test-with-sanitizer thread

fuzz: packages ## Build the fuzz targets and run each for SECONDS
	@Support/fuzz $(SECONDS)

build: packages ## Build the tools; CONFIGURATION is release or debug
	@$(prepare)
	@swift build -c $(CONFIGURATION)
	@Support/link-programs $(built)
	@Support/make-word-vectors $(built)

packages: ## Install the Debian packages that are missing
	@Support/install-packages

install: ## Install in PREFIX, below DESTDIR if given
	@[ -x $(built)/mdutil ] || { echo "install: there is no $(CONFIGURATION) build; run 'make build$(if $(filter release,$(CONFIGURATION)),, CONFIGURATION=$(CONFIGURATION))' first" >&2; exit 1; }
	install -d "$(bindir)" "$(libexecdir)" "$(unitdir)" "$(entrydir)" "$(servicedir)" "$(mandir)"
	install -s -m 755 $(tools:%=$(built)/%) "$(bindir)"
	$(foreach tool,$(tools),for link in $($(tool)Links); do ln -sfn $(tool) "$(bindir)/$$link"; done;)
	install -s -m 755 $(built)/mdworker "$(libexecdir)"
	for unit in $(userUnits); do sed 's|/usr/local/|$(PREFIX)/|' "systemd/$$unit" >"$(unitdir)/$$unit"; done
	ln -sfn ../../bin/mdutil "$(libexecdir)/searchlight-provider"
	for entry in $(entries); do sed 's|/usr/local/bin|$(PREFIX)/bin|' "desktop/$$entry" >"$(entrydir)/$$entry"; done
	for service in $(busServices); do sed 's|/usr/local/|$(PREFIX)/|' "desktop/$$service" >"$(servicedir)/$$service"; done
	chmod 644 $(userUnits:%="$(unitdir)/%") $(entries:%="$(entrydir)/%") $(busServices:%="$(servicedir)/%")
	install -D -m 644 -t "$(providerdir)" desktop/$(provider)
	install -D -m 644 -t "$(runnerdir)" desktop/$(runner)
	install -m 755 desktop/searchlight-menu "$(bindir)"
	for menu in $(folderMenus); do install -D -m 644 "desktop/menus/$${menu##*/}" "$(sharedir)/$$menu"; done
	@# In a home folder, Dolphin trusts only executable ones.
	$(if $(isOwn),chmod 755 "$(sharedir)/kio/servicemenus/searchlight-search-here.desktop")
	install -D -m 755 -t "$(datadir)/dolphin" desktop/dolphin/kio-filenamesearch-grep
	@# Desktops find the handler of a scheme in a cache.
	@[ -n "$(DESTDIR)" ] || ! command -v update-desktop-database >/dev/null || update-desktop-database "$(entrydir)"
ifneq ($(hasWindow),)
	install -s -m 755 $(built)/searchlight "$(bindir)"
	sed 's|/usr/local/|$(PREFIX)/|' desktop/window/$(windowEntry) >"$(entrydir)/$(windowEntry)"
	sed 's|/usr/local/|$(PREFIX)/|' desktop/window/$(windowService) >"$(servicedir)/$(windowService)"
	chmod 644 "$(servicedir)/$(windowService)"
	for language in $(translations); do \
	  install -d "$(localedir)/$$language/LC_MESSAGES"; \
	  msgfmt -o "$(localedir)/$$language/LC_MESSAGES/searchlight.mo" "po/$$language.po"; \
	  chmod 644 "$(localedir)/$$language/LC_MESSAGES/searchlight.mo"; \
	done
endif
ifneq ($(hasRecognition),)
	install -s -m 755 $(built)/searchlight-ocr "$(libexecdir)"
endif
	for page in $(filter-out $(if $(isOwn),$(systemManPages)) $(if $(hasWindow),,$(windowManPage)),$(manPages)); do \
	  install -d "$(mandir)/man$${page##*.}"; \
	  sed "s@/usr/local/share/\(applications\|dbus-1\|gnome-shell\|krunner\)@$(PREFIX)/share/\1@" "$$page" >"$(mandir)/man$${page##*.}/$${page##*/}"; \
	  chmod 644 "$(mandir)/man$${page##*.}/$${page##*/}"; \
	done
	install -D -m 644 -t "$(icondir)" desktop/searchlight.svg
	install -D -m 644 -t "$(metainfodir)" desktop/org.searchlight.Searchlight.metainfo.xml
	install -D -m 644 -t "$(datadir)" Support/priority.conf
	[ ! -e .build/word-vectors ] || install -D -m 644 -t "$(datadir)" .build/word-vectors
	install -D -m 644 -t "$(docdir)/Documentation/pictures" Documentation/pictures/*.png
	for document in $(documents); do install -D -m 644 "$$document" "$(docdir)/$$document"; done
	install -D -m 644 -t "$(bashdir)" $(bashCompletions)
	install -D -m 644 -t "$(zshdir)" $(zshCompletions)
	install -D -m 644 -t "$(fishdir)" $(fishCompletions)
ifeq ($(isOwn),)
	ln -sfn ../../bin/mdfind "$(libexecdir)/mdqueryd"
	install -d "$(systemUnitdir)"
	for unit in $(systemUnits); do sed 's|/usr/local/|$(PREFIX)/|' "systemd/$$unit" >"$(systemUnitdir)/$$unit"; done
	chmod 644 $(systemUnits:%="$(systemUnitdir)/%")
	install -D -m 644 -t "$(sysctldir)" systemd/60-searchlight.conf
endif

uninstall: ## Remove the files that install copied to PREFIX, but not the index
	rm -f $(foreach tool,$(tools) $(mdfindLinks) $(mdutilLinks),"$(bindir)/$(tool)") "$(libexecdir)/mdworker" "$(libexecdir)/mdqueryd" "$(libexecdir)/searchlight-ocr" "$(libexecdir)/searchlight-provider" $(entries:%="$(entrydir)/%") "$(icondir)/searchlight.svg"
	rm -f "$(bindir)/searchlight" "$(servicedir)/$(windowService)" $(translations:%="$(localedir)/%/LC_MESSAGES/searchlight.mo")
	rm -f "$(providerdir)/$(provider)" "$(runnerdir)/$(runner)" $(busServices:%="$(servicedir)/%")
	rm -f "$(datadir)/word-vectors" "$(datadir)/priority.conf" "$(datadir)/dolphin/kio-filenamesearch-grep" "$(bindir)/searchlight-menu" $(folderMenus:%="$(sharedir)/%")
	rm -f "$(metainfodir)/org.searchlight.Searchlight.metainfo.xml" $(documents:%="$(docdir)/%")
	rm -rf "$(docdir)/Documentation/pictures"
	@# Earlier versions have installed the same in every prefix.
	for folder in lib share; do for unit in $(userUnits); do rm -f "$(DESTDIR)$(PREFIX)/$$folder/systemd/user/$$unit"; done; done
	rm -f $(systemUnits:%="$(systemUnitdir)/%") "$(sysctldir)/60-searchlight.conf"
	@[ -n "$(DESTDIR)" ] || ! command -v update-desktop-database >/dev/null || update-desktop-database "$(entrydir)"
	for page in $(notdir $(manPages)); do rm -f "$(mandir)/man$${page##*.}/$$page"; done
	rm -f $(foreach file,$(notdir $(bashCompletions)),"$(bashdir)/$(file)")
	rm -f $(foreach file,$(notdir $(zshCompletions)),"$(zshdir)/$(file)") $(foreach file,$(notdir $(fishCompletions)),"$(fishdir)/$(file)" "$(vendorFishdir)/$(file)")
	for folder in "$(libexecdir)" "$(datadir)" "$(docdir)/Documentation" "$(docdir)"; do [ ! -d "$$folder" ] || rmdir --ignore-fail-on-non-empty "$$folder"; done

check-costs: packages ## Count bytes of a fixed index and system calls of ten operations, and compare with Support/costs.json
	@Support/check-costs

check-word-vectors: ## Make the file of word vectors with the debug build, and compare it with Support/word-vectors.sha256
	@Support/make-word-vectors .build/debug --check

check-install: ## Check the files that install copies, the libraries that they need, and their size
	@Support/check-installation $(CONFIGURATION)

check-package: packages ## Build the example, another package that uses the libraries, and run the sessions in its pages
	@$(prepare)
	@Support/check-package

documentation: packages ## Build the pages of the public interface with DocC in .build/documentation
	@Support/make-documentation

test-install: ## Install in a minimal Debian without Swift and run the tools; needs root and debootstrap
	@Support/test-installation

test-debian: ## Build, test and package in a minimal Debian 13; needs root and debootstrap
	@Support/test-debian

test-desktop: build ## Search in the real GNOME Shell and KRunner and in the window, and measure them; needs root and 1 GB of packages
	@Support/test-desktop

pictures: build ## Take the pictures of the documentation anew; needs root
	@Support/test-desktop pictures --output .build/pictures --configuration $(CONFIGURATION)
	@install -d Documentation/pictures
	@# Fewer colours take a third of the space.
	@for picture in search interactive window; do convert ".build/pictures/$$picture.png" -colors 128 "PNG8:Documentation/pictures/$$picture.png"; done

deb: build ## Build Debian packages in .build/deb
	@Support/make-packages

release: ## Check everything, write VERSION, and create the tag; needs root
	@Support/release "$(VERSION)"

manual: ## Generate the manual page mdpredicates(7) from Documentation/Predicates.md
	@Support/make-manual >Documentation/man/mdpredicates.7

lint: packages ## Check the format and licence lines of the sources, the dependencies of modules and folders, manual pages, packaging, and scripts
	swift format lint --strict -rp Package.swift Sources Importers Recognition Window Tests Benchmarks Fuzz Examples
	@Support/make-manual | diff -u Documentation/man/mdpredicates.7 - || { echo "lint: run 'make manual'" >&2; exit 1; }
	@for page in $(manPages); do \
	  mandoc -Tlint -Wwarning "$$page"; \
	  warnings=$$(man --warnings -E UTF-8 -l -Tutf8 -Z "$$page" 2>&1 >/dev/null); \
	  [ -z "$$warnings" ] || { echo "$$page: $$warnings" >&2; exit 1; }; \
	done
	@Support/check-modules
	@Support/check-folder-cycles
	@Support/check-licence-lines
	@Support/check-version >/dev/null
	@Support/check-packaging
	@shellcheck -x $(scripts) $(bashCompletions)
	@for script in $(pythonScripts); do python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read(), sys.argv[1])' "$$script"; done

clean: ## Remove build products
	rm -rf .build
