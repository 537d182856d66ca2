package extract

import (
	"strconv"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"cel.dev/cel-go/ext"
	lru "github.com/hashicorp/golang-lru/v2"

	"vitrine/internal/fault"
)

// Bounds of one rule.
const (
	costLimit   = 200_000 // steps, as CEL counts them
	maxExpr     = 4 << 10 // bytes of an expression
	interruptAt = 100     // steps of a comprehension between checks of the deadline
)

// environment has what expressions may use: content, the usual string functions, and two of our own.
//
//	pick(content, "report.name")  the value at a path, null where there is none
//	firstOf([a, b, "fallback"])   the first value that is not null, empty, zero or false; else the last
var environment = sync.OnceValues(func() (*cel.Env, error) {
	return cel.NewEnv(
		cel.Variable("content", cel.DynType), cel.OptionalTypes(), ext.Strings(), ext.Math(),
		cel.Function("pick",
			cel.Overload("pick_text", []*cel.Type{cel.DynType, cel.StringType}, cel.DynType, cel.BinaryBinding(pickText)),
			cel.Overload("pick_list", []*cel.Type{cel.DynType, cel.ListType(cel.StringType)}, cel.DynType, cel.BinaryBinding(pickList))),
		cel.Function("firstOf", cel.Overload("firstOf_list", []*cel.Type{cel.ListType(cel.DynType)}, cel.DynType, cel.UnaryBinding(firstOf))),
	)
})

// programs caches compiled expressions; a thousand of them are a few megabytes.
var programs = func() *lru.Cache[string, cel.Program] {
	c, err := lru.New[string, cel.Program](1000)
	if err != nil {
		panic(err) // only a size below 1 is rejected
	}
	return c
}()

// program compiles the rule's expression, or returns what is wrong with it.
func (r Rule) program() (cel.Program, error) {
	expr, err := r.expression()
	if err != nil {
		return nil, err
	}
	if p, ok := programs.Get(expr); ok {
		return p, nil
	}
	p, err := compile(expr)
	if err != nil {
		return nil, fault.Invalid("extractRules", "The expression of the rule %q is not valid CEL: %s", r.Name, firstLine(err)).Because(err)
	}
	programs.Add(expr, p)
	return p, nil
}

func compile(expr string) (cel.Program, error) {
	if len(expr) > maxExpr {
		return nil, fault.TooLarge("extractRules", "it has more than %d bytes", maxExpr)
	}
	env, err := environment()
	if err != nil {
		return nil, err
	}
	ast, issues := env.Compile(expr)
	if issues.Err() != nil {
		return nil, issues.Err()
	}
	return env.Program(ast, cel.CostLimit(costLimit), cel.InterruptCheckFrequency(interruptAt))
}

func pickText(content, path ref.Val) ref.Val {
	keys := []ref.Val{}
	for _, k := range strings.Split(string(path.(types.String)), ".") { //nolint:forcetypeassert // the overload says so
		keys = append(keys, types.String(k))
	}
	return pick(content, keys)
}

func pickList(content, path ref.Val) ref.Val {
	keys := []ref.Val{}
	for it := path.(traits.Lister).Iterator(); it.HasNext() == types.True; { //nolint:forcetypeassert // the overload says so
		keys = append(keys, it.Next())
	}
	return pick(content, keys)
}

// pick walks into maps by key and into lists by number; it returns null when there is no such value.
func pick(at ref.Val, keys []ref.Val) ref.Val {
	for _, k := range keys {
		switch v := at.(type) {
		case traits.Mapper:
			found, ok := v.Find(k)
			if !ok {
				return types.NullValue
			}
			at = found
		case traits.Lister:
			i, err := strconv.Atoi(string(k.(types.String)))                 //nolint:forcetypeassert // both overloads pass text
			if err != nil || i < 0 || types.Int(i) >= v.Size().(types.Int) { //nolint:forcetypeassert // lists have an int size
				return types.NullValue
			}
			at = v.Get(types.Int(i))
		default:
			return types.NullValue
		}
	}
	return at
}

func firstOf(list ref.Val) ref.Val {
	last := ref.Val(types.NullValue)
	for it := list.(traits.Lister).Iterator(); it.HasNext() == types.True; { //nolint:forcetypeassert // the overload says so
		last = it.Next()
		if !empty(last) {
			return last
		}
	}
	return last
}

func empty(v ref.Val) bool {
	switch v := v.(type) {
	case types.Null:
		return true
	case types.String:
		return v == ""
	case types.Bool:
		return v == types.False
	case types.Int, types.Uint, types.Double:
		return v.Equal(types.Int(0)) == types.True
	}
	return false
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return strings.TrimPrefix(line, "ERROR: <input>:")
}
