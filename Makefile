# `make run` and `make test` do all their set-up themselves; `make help` lists the rest.
#
# Debian and its kin: what is missing is installed with apt-get (through sudo where needed), and apt-get is never called when
# nothing is. Elsewhere the packages are named, and the work goes on. Wanted beforehand: Rust and a C linker.

SHELL := bash
.DEFAULT_GOAL := help
.PHONY: help run test test-long fuzz soak bench textures check web web-serve web-package pages test-web test-drivers dist test-cpus check-macos setup-run setup-test

# rustup's own place, for a shell that has not read the profile yet.
export PATH := $(PATH):$(HOME)/.cargo/bin
CARGO ?= cargo

# Oldest Rust that will do, as Cargo.toml says it.
RUST := $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)

# What the program opens at run time: EGL with Mesa's drivers, and the windows of X11 and Wayland.
RUN_PACKAGES := libegl1 libegl-mesa0 libgl1 libgl1-mesa-dri \
	libx11-6 libx11-xcb1 libxcb1 libxcursor1 libxi6 libxrandr2 libxkbcommon0 libxkbcommon-x11-0 \
	libwayland-client0 libwayland-egl1
# What the tests need as well: an X server, simulated input, a Wayland compositor, ffmpeg, GNU parallel, and
# numpy for the module of Python.
# The lints include gamepads and sound, which take headers of libudev and ALSA to build.
TEST_PACKAGES := $(RUN_PACKAGES) xvfb xdotool weston ffmpeg parallel libudev-dev libasound2-dev pkg-config python3-numpy
# The tests of the page need browsers.
WEB_PACKAGES := $(RUN_PACKAGES) chromium firefox-esr xvfb

# The same for machines without dpkg: a library or command that must be there, by what it is called there.
RUN_NEEDS := libEGL.so.1 libX11.so.6 libX11-xcb.so.1 libxcb.so.1 libXcursor.so.1 libXi.so.6 libXrandr.so.2 \
	libxkbcommon.so.0 libxkbcommon-x11.so.0
WEB_NEEDS := $(RUN_NEEDS) chromium firefox-esr Xvfb
TEST_NEEDS := $(RUN_NEEDS) Xvfb xdotool weston ffmpeg parallel python3
FEDORA := chromium mesa-libEGL mesa-libGL mesa-dri-drivers libX11 libX11-xcb libxcb libXcursor libXi libXrandr libxkbcommon \
	libxkbcommon-x11 libwayland-client libwayland-egl xorg-x11-server-Xvfb xdotool weston ffmpeg-free parallel python3-numpy
ARCH := chromium mesa libglvnd libx11 libxcb libxcursor libxi libxrandr libxkbcommon libxkbcommon-x11 wayland \
	xorg-server-xvfb xdotool weston ffmpeg parallel python-numpy

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

# FEATURES=release adds gamepads, screen readers and sound, as released programs have them.
run: FEATURES ?= $(SOUND)
run: setup-run ## build and start the program; ARGS="scenes/rain.toml --view picture" are passed to it
	@$(CARGO) run --profile quick $(BUILT) --quiet -- $(ARGS)

# Sound takes ALSA's headers to build; other systems than Linux need none.
SOUND := $(shell [ "$$(uname)" != Linux ] && echo sound || { pkg-config --exists alsa 2>/dev/null && echo sound; })

# With features besides, all of it is built once with them: `test-web` adds the page's tests, of pages that `make pages` has built.
BUILT = --locked $(if $(FEATURES),--features "$(FEATURES)")

test: setup-test ## everything that is tested, doc examples too; no display and no graphics card needed
	@$(OF_PAGES) $(CARGO) test --workspace --tests $(BUILT) --config "target.'cfg(unix)'.runner=['$(CURDIR)/.ci/test-runner']"
	@$(CARGO) test --workspace --exclude waterlab-py --doc $(BUILT)
	@$(CARGO) run $(BUILT) --quiet --example heights -- wave 60 >/dev/null
	@$(CARGO) run $(BUILT) --quiet --example own_context -- "$$(mktemp -d)/water.png" >/dev/null
	@$(CARGO) run $(BUILT) --quiet --example sea -- 14 30 >/dev/null
	@echo "the examples run"

test-long: setup-run ## the endurance tests in full, which make test runs shortened, and the whole of bench
	@$(CARGO) test --release --locked --package waterlab-core --test numbers over_many_steps -- --ignored
	@$(CARGO) test --release --locked --package waterlab-bodies --test bodies over_many_steps -- --ignored
	@$(CARGO) test --locked --test program -- --ignored

# Seconds for each kind of input; TARGET=scenes is one of them, FROM=1000000 the number of the first case.
SECONDS_EACH ?= $(if $(filter command line,$(origin SECONDS)),$(SECONDS),60)
FROM ?= 0

fuzz: setup-run ## mutated input of every kind; SECONDS=600 for each, TARGET=scenes for one of them
	@WATERLAB_FUZZ_SECONDS=$(SECONDS_EACH) WATERLAB_FUZZ_FROM=$(FROM) \
		$(CARGO) test --locked --test fuzz $(TARGET) -- --nocapture

# HOURS of each water, FRAMES of the lit view, and SECONDS of input.
HOURS ?= 24
FRAMES ?= 100000

soak: setup-test ## every water at the borders of its settings for a day, many frames, random input; HOURS=1 FRAMES=10000 SECONDS=60 shorten it
	@WATERLAB_SOAK_HOURS=$(HOURS) WATERLAB_SOAK_FRAMES=$(FRAMES) \
		$(CARGO) test --release --locked --test fuzz soak -- --ignored --nocapture --test-threads 1
	@$(CARGO) build --release --locked --quiet
	@.ci/random-input $${CARGO_TARGET_DIR:-target}/release/waterlab $(if $(filter command line,$(origin SECONDS)),$(SECONDS),1800)

bench: setup-run ## how fast this machine does it; ARGS="--json" and the like are passed to it
	@$(CARGO) run --release --locked --quiet -- bench $(ARGS)
	$(if $(wildcard benches),@$(CARGO) bench --locked)

textures: setup-run ## paint the built-in textures again
	@$(CARGO) run --profile quick --locked --quiet --example textures

check: setup-run ## format, lints and documentation
	@$(CARGO) fmt --all --check
	@$(CARGO) clippy --locked --workspace --all-targets -- -D warnings
	@$(CARGO) check --locked --no-default-features --features gl --lib
	@RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --workspace --no-deps

# Where the page is built, and which port it is served at.
WEB ?= dist/web
PORT ?= 8000

web: ## the page for browsers, into dist/web: for any static host
	@$(call need_rust)
	@src/web/build.sh $(WEB)

web-serve: web ## the page at http://127.0.0.1:8000/water/; PORT=9000 and the like change that
	@$(CARGO) run --locked --quiet --no-default-features --features serve --example serve -- $(WEB) $(PORT)

web-package: web ## the element as a package for npm, beside the page; npm makes it
	@cd $(WEB) && npm pack --quiet --pack-destination ..

# Where the page's tests find it: as browsers with simd128 get it, and without.
OF_PAGES = WATERLAB_WEB=$(abspath $(WEB))-test WATERLAB_WEB_SCALAR=$(abspath $(WEB))-scalar

# A build of the page for its tests; PAGE_BUILD= tests it as it is published.
PAGE_BUILD ?= quick

pages: ## the page, as its tests want it, and browsers for them
	@$(call need_rust)
	@src/web/build.sh $(WEB)-test $(PAGE_BUILD)
	@$(call need,$(WEB_PACKAGES),$(WEB_NEEDS))

test-web: pages ## the page in real browsers (Chromium, Firefox)
	@$(OF_PAGES) $(CARGO) test --locked --features test-web --test web

test-drivers: setup-run ## that softpipe, and zink on lavapipe (mesa-vulkan-drivers), draw the pictures of llvmpipe
	@$(CARGO) test --locked --test gl other_drivers_draw -- --ignored --nocapture

dist: ## what a release carries, into dist/release: programs for three machines, the page, packages, licences, checksums
	@$(call need_rust)
	@.ci/dist

test-cpus: setup-run ## the numbers on other machines, emulated: aarch64, x86-64 without AVX2, Windows; browsers without simd128
	@.ci/other-machines
	@$(call need,$(WEB_PACKAGES),$(WEB_NEEDS))
	@src/web/build.sh $(WEB)-scalar scalar
	@$(OF_PAGES) $(CARGO) test --locked --features test-web --test web numbers -- --ignored

check-macos: ## that the program compiles for macOS, as far as is known without its linker
	@$(call need_rust)
	@.ci/macos

setup-run:
	@$(call need_rust)
	@$(call need,$(RUN_PACKAGES),$(RUN_NEEDS))

setup-test:
	@$(call need_rust)
	@$(call need,$(TEST_PACKAGES),$(TEST_NEEDS))

define need_rust
	if ! command -v $(CARGO) >/dev/null; then \
		echo "error: no cargo here: get Rust $(RUST) or newer from https://rustup.rs" >&2; exit 1; \
	fi; \
	have=$$($(CARGO) --version | cut -d' ' -f2); \
	if [ "$$(printf '%s\n' "$(RUST)" "$$have" | sort -V | head -n 1)" != "$(RUST)" ]; then \
		echo "error: Rust $(RUST) or newer is needed, this is $$have: rustup update, or get it from https://rustup.rs" >&2; \
		exit 1; \
	fi
endef

# Installs those Debian packages of the first list that are not there; without dpkg, names what is wanting of the second.
define need
	if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then \
		missing=; \
		for package in $(1); do \
			case "$$(dpkg-query -W -f '$${Status}' "$$package" 2>/dev/null)" in \
				*'ok installed') ;; \
				*) missing="$$missing $$package" ;; \
			esac; \
		done; \
		command -v cc >/dev/null || missing="$$missing gcc libc6-dev"; \
		if [ -n "$$missing" ]; then \
			echo "installing$$missing"; \
			apt="env DEBIAN_FRONTEND=noninteractive apt-get -qq"; \
			[ "$$(id -u)" = 0 ] || apt="sudo $$apt"; \
			log=$$(mktemp); \
			{ $$apt update && $$apt install --yes --no-install-recommends $$missing; } </dev/null >"$$log" 2>&1 || { \
				tail -n 3 "$$log" >&2; \
				echo "warning: not installed:$$missing; going on without" >&2; \
			}; \
			rm -f "$$log"; \
		fi; \
	else \
		missing=; \
		libraries=$$(PATH=$$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null); \
		for thing in $(2) cc; do \
			case "$$thing" in \
				*.so.*) [ -z "$$libraries" ] || grep -qF "$$thing" <<<"$$libraries" || missing="$$missing $$thing" ;; \
				*) command -v "$$thing" >/dev/null || missing="$$missing $$thing" ;; \
			esac; \
		done; \
		if [ -n "$$missing" ]; then \
			{ echo "warning: not found:$$missing; going on without. They come with"; \
			  echo "  Fedora: dnf install gcc $(FEDORA)"; \
			  echo "  Arch:   pacman -S gcc $(ARCH)"; \
			  echo "  Debian: apt install gcc libc6-dev $(TEST_PACKAGES)"; } >&2; \
		fi; \
	fi
endef
