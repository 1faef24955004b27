// SPDX-License-Identifier: Apache-2.0

extension WorkerLaunch {
  /// Adopts the limits and the requirements of a configuration.
  package mutating func adopt(_ configuration: IndexingConfiguration) {
    limits = configuration.limits
    sandbox = configuration.sandbox
    separatesOwners = configuration.isOfSystem
    reusesWorkers = configuration.reusesWorkers
  }
}
