package xmltree

import (
	"github.com/antchfx/xpath"
)

// The methods below are xpath.NodeNavigator.

// NodeType says what the navigator is at.
func (x *Navigator) NodeType() xpath.NodeType {
	switch {
	case x.Attr >= 0:
		return xpath.AttributeNode
	case x.Node.Kind == Element:
		return xpath.ElementNode
	case x.Node.Kind == Text:
		return xpath.TextNode
	case x.Node.Kind == Comment:
		return xpath.CommentNode
	default:
		return xpath.RootNode
	}
}

func (x *Navigator) name() Name {
	if x.Attr >= 0 {
		return x.Node.Attributes[x.Attr].Name
	}
	return x.Node.Name
}

// LocalName is the name without its prefix.
func (x *Navigator) LocalName() string { return x.name().local }

// Prefix is the prefix as written.
func (x *Navigator) Prefix() string { return x.name().prefix }

// NamespaceURL is the namespace that the prefix stands for.
func (x *Navigator) NamespaceURL() string { return x.name().space }

// Value is the text of all that is below.
func (x *Navigator) Value() string {
	if x.Attr >= 0 {
		return x.Node.Attributes[x.Attr].value
	}
	text := x.Node.inner()
	x.steps.take(1 + len(text)/64)
	return text
}

// Copy is a second navigator at the same place.
func (x *Navigator) Copy() xpath.NodeNavigator {
	x.steps.take(1)
	twin := *x
	return &twin
}

// MoveToRoot goes to the document.
func (x *Navigator) MoveToRoot() { x.Node, x.Attr = x.document.Root, -1 }

// MoveToParent goes up, from an attribute to its element.
func (x *Navigator) MoveToParent() bool {
	x.steps.take(1)
	if x.Attr >= 0 {
		x.Attr = -1
		return true
	}
	return x.to(x.Node.parent)
}

// MoveToNextAttribute goes to the first attribute of an element, then to the next.
func (x *Navigator) MoveToNextAttribute() bool {
	x.steps.take(1)
	if x.Attr+1 >= len(x.Node.Attributes) {
		return false
	}
	x.Attr++
	return true
}

// MoveToChild goes to the first child.
func (x *Navigator) MoveToChild() bool { return x.Attr < 0 && x.to(x.Node.First) }

// MoveToFirst goes to the first sibling; false when it is already there.
func (x *Navigator) MoveToFirst() bool {
	return x.Attr < 0 && x.Node.previous != nil && x.to(x.Node.parent.First)
}

// MoveToNext goes to the next sibling.
func (x *Navigator) MoveToNext() bool { return x.Attr < 0 && x.to(x.Node.Next) }

// MoveToPrevious goes to the sibling before.
func (x *Navigator) MoveToPrevious() bool { return x.Attr < 0 && x.to(x.Node.previous) }

// MoveTo goes to where another navigator of the same document is.
func (x *Navigator) MoveTo(other xpath.NodeNavigator) bool {
	to, ok := other.(*Navigator)
	if !ok || to.document != x.document {
		return false
	}
	x.Node, x.Attr = to.Node, to.Attr
	return true
}

func (x *Navigator) to(n *Node) bool {
	x.steps.take(1)
	if n == nil {
		return false
	}
	x.Node = n
	return true
}
