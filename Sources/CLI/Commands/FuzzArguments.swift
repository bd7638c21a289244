import ArgumentParser
import CaseSelection
import FuzzDriver
import Reports

extension TimeSpan: ExpressibleByArgument {}
extension CaseRange: ExpressibleByArgument {}
extension Shard: ExpressibleByArgument {}
