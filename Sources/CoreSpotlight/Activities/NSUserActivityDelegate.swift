// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An object that updates an activity before it is saved.
///
/// Both methods are optional: by default, they do nothing.
public protocol NSUserActivityDelegate: NSObjectProtocol {
  /// The activity is about to be saved, because the program has set `needsSave`. Update its
  /// properties.
  ///
  /// It is called on the thread on which the activity becomes current, resigns, or is invalidated.
  func userActivityWillSave(_ userActivity: NSUserActivity)

  /// The activity was continued on another device.
  ///
  /// - Note: Searchlight has no Handoff, so it does not call this method.
  func userActivityWasContinued(_ userActivity: NSUserActivity)
}

extension NSUserActivityDelegate {
  /// Does nothing.
  public func userActivityWillSave(_ userActivity: NSUserActivity) {}

  /// Does nothing.
  public func userActivityWasContinued(_ userActivity: NSUserActivity) {}
}
