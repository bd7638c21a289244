import ArgumentParser
import CaseSelection
import FuzzDriver

extension TimeSpan: ExpressibleByArgument {}
extension CaseRange: ExpressibleByArgument {}
extension Shard: ExpressibleByArgument {}
