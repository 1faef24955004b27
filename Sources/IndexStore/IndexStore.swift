// IndexStore
