'use strict'

const hatpin = require('hatpin-test')
const { read } = require('../fetching.js')

hatpin.cases('names/other-*', (world) => read(world.url, world.tls))
