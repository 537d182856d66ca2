package tool

import "fmt"

// guard turns a panic into an error, for parsers of others that panic on what they cannot take.
func guard[T any](run func() (T, error)) (value T, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case error:
			err = p
		default:
			err = fmt.Errorf("%v", p)
		}
	}()
	return run()
}
