/// What LeakSanitizer asks whether to stay silent: always, in targets that link the whole house.
///
/// It finds no pointer in whose spare bits Swift has put the case of an enum, and so takes what is
/// reached through such a one for lost, the keys and tables that are kept for good among them.
@_cdecl("__lsan_is_turned_off")
public func isLeakCheckTurnedOff() -> CInt { 1 }
