# SPDX-License-Identifier: Apache-2.0
# One file contains the completions of all tools.
source (status dirname)/mdfind.fish
