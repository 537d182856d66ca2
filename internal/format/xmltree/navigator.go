package xmltree

import (
	"github.com/antchfx/xpath"
)

// The methods below are xpath.NodeNavigator.

// NodeType returns the type of the current node.
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

// LocalName returns the name without its prefix.
func (x *Navigator) LocalName() string { return x.name().local }

// Prefix returns the prefix as written.
func (x *Navigator) Prefix() string { return x.name().prefix }

// NamespaceURL returns the namespace of the prefix.
func (x *Navigator) NamespaceURL() string { return x.name().space }

// Value returns the text of the node and its descendants.
func (x *Navigator) Value() string {
	if x.Attr >= 0 {
		return x.Node.Attributes[x.Attr].value
	}
	text := x.Node.inner()
	x.steps.take(1 + len(text)/64)
	return text
}

// Copy returns another navigator at the same node.
func (x *Navigator) Copy() xpath.NodeNavigator {
	x.steps.take(1)
	twin := *x
	return &twin
}

// MoveToRoot moves to the document.
func (x *Navigator) MoveToRoot() { x.Node, x.Attr = x.document.Root, -1 }

// MoveToParent moves to the parent, from an attribute to its element.
func (x *Navigator) MoveToParent() bool {
	x.steps.take(1)
	if x.Attr >= 0 {
		x.Attr = -1
		return true
	}
	return x.to(x.Node.parent)
}

// MoveToNextAttribute moves to the first attribute of an element, then to the next.
func (x *Navigator) MoveToNextAttribute() bool {
	x.steps.take(1)
	if x.Attr+1 >= len(x.Node.Attributes) {
		return false
	}
	x.Attr++
	return true
}

// MoveToChild moves to the first child.
func (x *Navigator) MoveToChild() bool { return x.Attr < 0 && x.to(x.Node.First) }

// MoveToFirst moves to the first sibling; false when the navigator is already at it.
func (x *Navigator) MoveToFirst() bool {
	return x.Attr < 0 && x.Node.previous != nil && x.to(x.Node.parent.First)
}

// MoveToNext moves to the next sibling.
func (x *Navigator) MoveToNext() bool { return x.Attr < 0 && x.to(x.Node.Next) }

// MoveToPrevious moves to the previous sibling.
func (x *Navigator) MoveToPrevious() bool { return x.Attr < 0 && x.to(x.Node.previous) }

// MoveTo moves to the node of another navigator of the same document.
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
