// SPDX-License-Identifier: Apache-2.0

#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

// The alternate screen, with marks around pasted text.
static const char enter_sequence[] = "\033[?1049h\033[?2004h";
static const char leave_sequence[] = "\033[?2004l\033[?25h\033[0m\033[?1049l";

// The terminal: those of the standard streams, or /dev/tty for both.
static int input = -1;
static int output = -1;
static struct termios original;
static sigset_t original_mask;
static atomic_bool is_taken = false;
static int signals = -1;

static void write_all(const char *text, size_t length) {
  ssize_t written = write(output, text, length);
  (void)written;
}

static void fill(sigset_t *set) {
  sigemptyset(set);
  sigaddset(set, SIGWINCH);
  sigaddset(set, SIGCONT);
  sigaddset(set, SIGTERM);
  sigaddset(set, SIGHUP);
}

static void take(void) {
  sigset_t set;
  fill(&set);
  sigprocmask(SIG_BLOCK, &set, &original_mask);
  struct termios raw = original;
  cfmakeraw(&raw);
  tcsetattr(input, TCSADRAIN, &raw);
  write_all(enter_sequence, sizeof enter_sequence - 1);
  atomic_store(&is_taken, true);
}

int32_t terminal_open(void) {
  if (output >= 0) return 0;
  if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
    input = STDIN_FILENO;
    output = STDOUT_FILENO;
    return 0;
  }
  // Standard output is for the choice then, as in "$(mdfind -i)", or standard input is not the keyboard.
  const int file = open("/dev/tty", O_RDWR | O_CLOEXEC);
  if (file < 0) return errno;
  input = output = file;
  return 0;
}

int32_t terminal_enter(void) {
  const int32_t failure = terminal_open();
  if (failure != 0) return failure;
  if (tcgetattr(input, &original) != 0) return errno;
  sigset_t set;
  fill(&set);
  signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  if (signals < 0) return errno;
  atexit(terminal_leave);
  take();
  return 0;
}

void terminal_leave(void) {
  if (!atomic_exchange(&is_taken, false)) return;
  write_all(leave_sequence, sizeof leave_sequence - 1);
  tcsetattr(input, TCSADRAIN, &original);
  sigprocmask(SIG_SETMASK, &original_mask, NULL);
}

void terminal_resume(void) {
  // The settings may have changed meanwhile.
  if (!atomic_load(&is_taken) && tcgetattr(input, &original) == 0) take();
}

void terminal_suspend(void) {
  terminal_leave();
  kill(0, SIGTSTP);
  terminal_resume();
}

void terminal_size(int32_t *columns, int32_t *rows) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  if (ioctl(output, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
    size.ws_col = 80;
    size.ws_row = 24;
  }
  *columns = size.ws_col;
  *rows = size.ws_row;
}

int32_t terminal_input(void) { return input; }

int32_t terminal_output(void) { return output; }

int32_t terminal_wait(int32_t milliseconds) {
  struct pollfd descriptors[2] = {{.fd = input, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
  int count = poll(descriptors, 2, milliseconds);
  if (count < 0) return errno == EINTR ? TERMINAL_CHANGED : TERMINAL_END;
  int32_t result = 0;
  if (descriptors[0].revents & POLLIN) result |= TERMINAL_INPUT;
  else if (descriptors[0].revents != 0) result |= TERMINAL_END;
  struct signalfd_siginfo information;
  while (read(signals, &information, sizeof information) == sizeof information) {
    switch (information.ssi_signo) {
    case SIGTERM: case SIGHUP: result |= TERMINAL_END; break;
    // A stop from outside left the terminal as it was, and the shell has changed it.
    case SIGCONT:
      terminal_leave();
      terminal_resume();
      result |= TERMINAL_CHANGED;
      break;
    default: result |= TERMINAL_CHANGED;
    }
  }
  return result;
}
