import CoreSpotlight
import RecipeFiles

RecipeImporter().serve()
