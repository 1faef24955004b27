# The completion of all tools is in one file.
source (status dirname)/mdfind.fish
