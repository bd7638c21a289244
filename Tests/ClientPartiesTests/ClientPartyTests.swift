import Testing

@testable import ClientParties

@Suite struct ClientPartyTests { @Test func nothing() {} }
