// AttributeSets
