// Give a place the focus, as the Tab key would.
([place]) => makeFinder([])(place)[0]?.focus()
