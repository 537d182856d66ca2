// Package job is what Vitrine and its private store agree on: the job that the child reads from its standard input. It
// imports nothing, so that neither of the two programs links the libraries of the other. storage/gateway writes it,
// cmd/vitrine-store reads it.
package job

// HealthPath is where the store answers 200 to anybody as soon as it serves.
const HealthPath = "/health"

// Job says what a store serves. It goes over standard input, so that the keys are not visible in the list of processes.
type Job struct {
	Dir       string // folder of the objects
	Meta      string // folder of their metadata, used where the file system of Dir has no extended attributes
	Addr      string // host:port to listen on
	AccessKey string
	SecretKey string
	Region    string
}
