# One file contains the completions of all tools.
source (status dirname)/mdfind.fish
