# Completion of mds for fish.
complete -c mds -f
complete -c mds -l foreground -d 'Stay in the foreground'
complete -c mds -l stop -d 'End the daemon'
complete -c mds -o store -x -a '(__fish_complete_directories)' -d 'Keep the index in a folder'
complete -c mds -l help -d 'Show help'
