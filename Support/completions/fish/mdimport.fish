# Completion of mdimport for fish.
function __searchlight_types
    mdimport -L 2>/dev/null | string replace -rf '^    ' '' | sort -u
end

complete -c mdimport -s i -d 'Index the paths'
complete -c mdimport -l progress -d 'Tell how far it is'
complete -c mdimport -s t -d 'Test import, store nothing'
complete -c mdimport -s d -x -a '1 2 3' -d 'Level of detail'
complete -c mdimport -s o -r -d 'Write a property list'
complete -c mdimport -s p -d 'Tell times'
complete -c mdimport -s y -x -a '(__searchlight_types)' -d 'Take the files for this type'
complete -c mdimport -s r -x -a '(__searchlight_types)' -d 'Read again'
complete -c mdimport -s L -d 'List importers'
complete -c mdimport -s A -d 'List attributes'
complete -c mdimport -s X -d 'Print the schema'
complete -c mdimport -o store -x -a '(__fish_complete_directories)' -d 'Use the index in a folder'
complete -c mdimport -l help -d 'Show help'
