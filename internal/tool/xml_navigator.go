package tool

import (
	"github.com/antchfx/xpath"
)

// The methods below are xpath.NodeNavigator.

// NodeType says what the navigator is at.
func (x *xmlNavigator) NodeType() xpath.NodeType {
	switch {
	case x.attr >= 0:
		return xpath.AttributeNode
	case x.node.kind == xmlElement:
		return xpath.ElementNode
	case x.node.kind == xmlText:
		return xpath.TextNode
	case x.node.kind == xmlComment:
		return xpath.CommentNode
	default:
		return xpath.RootNode
	}
}

func (x *xmlNavigator) name() xmlName {
	if x.attr >= 0 {
		return x.node.attributes[x.attr].xmlName
	}
	return x.node.xmlName
}

// LocalName is the name without its prefix.
func (x *xmlNavigator) LocalName() string { return x.name().local }

// Prefix is the prefix as written.
func (x *xmlNavigator) Prefix() string { return x.name().prefix }

// NamespaceURL is the namespace that the prefix stands for.
func (x *xmlNavigator) NamespaceURL() string { return x.name().space }

// Value is the text of all that is below.
func (x *xmlNavigator) Value() string {
	if x.attr >= 0 {
		return x.node.attributes[x.attr].value
	}
	text := x.node.inner()
	x.steps.take(1 + len(text)/64)
	return text
}

// Copy is a second navigator at the same place.
func (x *xmlNavigator) Copy() xpath.NodeNavigator {
	x.steps.take(1)
	twin := *x
	return &twin
}

// MoveToRoot goes to the document.
func (x *xmlNavigator) MoveToRoot() { x.node, x.attr = x.document.root, -1 }

// MoveToParent goes up, from an attribute to its element.
func (x *xmlNavigator) MoveToParent() bool {
	x.steps.take(1)
	if x.attr >= 0 {
		x.attr = -1
		return true
	}
	return x.to(x.node.parent)
}

// MoveToNextAttribute goes to the first attribute of an element, then to the next.
func (x *xmlNavigator) MoveToNextAttribute() bool {
	x.steps.take(1)
	if x.attr+1 >= len(x.node.attributes) {
		return false
	}
	x.attr++
	return true
}

// MoveToChild goes to the first child.
func (x *xmlNavigator) MoveToChild() bool { return x.attr < 0 && x.to(x.node.first) }

// MoveToFirst goes to the first sibling; false when it is there already.
func (x *xmlNavigator) MoveToFirst() bool {
	return x.attr < 0 && x.node.previous != nil && x.to(x.node.parent.first)
}

// MoveToNext goes to the next sibling.
func (x *xmlNavigator) MoveToNext() bool { return x.attr < 0 && x.to(x.node.next) }

// MoveToPrevious goes to the sibling before.
func (x *xmlNavigator) MoveToPrevious() bool { return x.attr < 0 && x.to(x.node.previous) }

// MoveTo goes to where another navigator of the same document is.
func (x *xmlNavigator) MoveTo(other xpath.NodeNavigator) bool {
	to, ok := other.(*xmlNavigator)
	if !ok || to.document != x.document {
		return false
	}
	x.node, x.attr = to.node, to.attr
	return true
}

func (x *xmlNavigator) to(n *xmlNode) bool {
	x.steps.take(1)
	if n == nil {
		return false
	}
	x.node = n
	return true
}
