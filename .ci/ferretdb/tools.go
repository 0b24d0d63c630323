//go:build tools

// Package ferretdb names the server that the tests of the MongoDB adapters run against.
package ferretdb

import _ "github.com/FerretDB/FerretDB/cmd/ferretdb"
