extension DiagnosticCode {
    /// The codes of scenario files.
    package static let catalogue = ofFiles + ofValues + ofMeaning

    private static let ofValues: [DiagnosticCode] = [
        .badTime, .badGeneralName, .badObjectIdentifier, .badHex, .badDistinguishedName, .badPin,
        .badIdentity, .badCatalogueRow, .badPath, .badParty, .badAxisValue, .badStaple,
    ]

    private static let ofMeaning: [DiagnosticCode] = [
        .fileName, .duplicateID, .unknownBase, .baseCycle, .differentBases, .unknownEntity,
        .issuerCycle, .copyCycle, .missingExpectation, .missingSources, .noFinalRule,
        .unreachableRule, .unknownCoordinate, .absentValue, .singleValue, .unknownAxis,
        .pointlessSkip, .ambiguousCoordinate, .tooManyCases, .pointlessControl, .unknownParty,
        .neverApplies, .repeatedCase, .unusedEntity, .versionGap, .missingSetupPart, .unlikeKeys,
        .unseenStatus, .unreadableDocument, .badDocument, .anyReason, .configurationFile,
        .unserved, .upgradeFault, .unstatedGain, .ageingClock,
    ]
}
