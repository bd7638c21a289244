// A client on one of Node's libraries that runs many cases: node_worker.js https.
//
// Reads each case as one line of JSON on standard input and writes one line to standard output:
// {"accepted": true}, or {"accepted": false, "says": "…"} with the library's error text.
"use strict";

const { createInterface } = require("readline");
const { libraries, reason } = require("./node_client.js");

async function answer(library, line) {
  const values = JSON.parse(line);
  const given = { ...values, certificate: values["client-certificate"], key: values["client-key"] };
  try {
    const status = await library(given);
    return status === 200 ? { accepted: true } : { accepted: false, says: `status ${status}` };
  } catch (fault) {
    return { accepted: false, says: reason(fault) };
  }
}

async function main() {
  const library = libraries[process.argv[2]];
  if (!library) {
    console.error("usage: node_worker.js https|fetch");
    process.exit(2);
  }
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await answer(library, line)));
  }
}

main();
