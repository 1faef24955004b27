// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight
import RecipeFiles

RecipeImporter().serve()
