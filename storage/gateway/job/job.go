// Package job defines what Vitrine and its private store share: the job that the child reads from its standard input.
// It imports nothing, so that neither of the two programs links the libraries of the other. storage/gateway writes
// it, cmd/vitrine-store reads it.
package job

// HealthPath is where the store responds 200 to any client as soon as it serves.
const HealthPath = "/health"

// Job is what a store serves. It is sent over standard input, so that the keys are not visible in the list of
// processes.
type Job struct {
	Dir       string // folder of the objects
	Meta      string // folder of their metadata, used where the file system of Dir has no extended attributes
	Addr      string // host:port to listen on
	AccessKey string
	SecretKey string
	Region    string
}
