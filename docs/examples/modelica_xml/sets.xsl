<?xml version="1.0" encoding="UTF-8"?>
<!-- The variables and sets of a model as a page. xsltproc sets.xsl model.xml > model.html -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="html" encoding="UTF-8" doctype-system="about:legacy-compat"/>

  <xsl:template match="/program">
    <xsl:variable name="model" select="definition[@restriction = 'model']"/>
    <html>
      <head>
        <title><xsl:value-of select="$model/@ident"/></title>
        <style>
          body { font-family: sans-serif; margin: 2em; }
          table { border-collapse: collapse; margin-bottom: 2em; }
          td, th { border-bottom: 1px solid #ccc; padding: 0.2em 0.8em; text-align: left; vertical-align: top; }
          .math { font-family: monospace; }
          tr.first td { border-top: 2px solid #888; }
        </style>
      </head>
      <body>
        <h1><xsl:value-of select="$model/@ident"/></h1>
        <p><xsl:value-of select="$model/comment/string_comment/@value"/></p>
        <h2>Variables</h2>
        <table>
          <tr><th>name</th><th>type</th><th>role</th><th>start</th><th>binding</th><th>description</th></tr>
          <xsl:apply-templates select="$model/component"/>
        </table>
        <xsl:apply-templates select="$model/equation_set"/>
        <xsl:if test="$model/zero_crossing">
          <h2>z: zero crossings</h2>
          <table>
            <tr><th></th><th>relation</th><th>function</th><th>equations of riEq</th></tr>
            <xsl:apply-templates select="$model/zero_crossing"/>
          </table>
        </xsl:if>
        <xsl:if test="$model/when_condition">
          <h2>w: when-conditions</h2>
          <table>
            <tr><th></th><th>condition</th><th>equations of riEq</th></tr>
            <xsl:apply-templates select="$model/when_condition"/>
          </table>
        </xsl:if>
        <xsl:if test="$model/assertion">
          <h2>Assertions</h2>
          <ul>
            <xsl:for-each select="$model/assertion">
              <li class="math"><xsl:apply-templates select="equ_call"/></li>
            </xsl:for-each>
          </ul>
        </xsl:if>
        <xsl:if test="shared_expressions">
          <h2>Shared expressions</h2>
          <table>
            <xsl:for-each select="shared_expressions/shared_expression">
              <tr id="shared{@number}">
                <td><xsl:value-of select="@number"/></td>
                <td class="math"><xsl:apply-templates select="*[last()]"/></td>
              </tr>
            </xsl:for-each>
          </table>
        </xsl:if>
      </body>
    </html>
  </xsl:template>

  <!-- ==== rows ==== -->

  <xsl:template match="component">
    <tr>
      <td class="math"><xsl:value-of select="@ident"/></td>
      <td><xsl:value-of select="@type"/></td>
      <td><xsl:value-of select="@role"/></td>
      <td class="math"><xsl:apply-templates select="modification_arguments/element_modification[@ident = 'start']/modification_equals/*"/></td>
      <td class="math"><xsl:apply-templates select="modification_equals/*"/></td>
      <td><xsl:value-of select="comment/string_comment/@value"/></td>
    </tr>
  </xsl:template>

  <xsl:template match="equation_set">
    <h2><xsl:value-of select="@name"/></h2>
    <table>
      <tr><th>block</th><th>equation</th><th>determines</th><th></th><th>form</th><th>when</th><th>origin</th><th>line</th></tr>
      <xsl:for-each select="block/equation">
        <tr>
          <xsl:if test="not(preceding-sibling::equation)"><xsl:attribute name="class">first</xsl:attribute></xsl:if>
          <td><xsl:if test="not(preceding-sibling::equation)"><xsl:value-of select="concat(../@number, ' ', ../@kind)"/></xsl:if></td>
          <td><xsl:value-of select="@number"/></td>
          <td class="math"><xsl:apply-templates select="target/*"/></td>
          <td class="math"><xsl:apply-templates select="equ_equal | equ_call"/></td>
          <td><xsl:value-of select="@form"/></td>
          <td><xsl:value-of select="@when"/></td>
          <td><xsl:value-of select="@origin"/></td>
          <td><xsl:value-of select="@sline"/></td>
        </tr>
      </xsl:for-each>
    </table>
  </xsl:template>

  <xsl:template match="zero_crossing">
    <tr>
      <td><xsl:value-of select="@number"/></td>
      <td class="math"><xsl:apply-templates select="relation/*"/></td>
      <td class="math"><xsl:apply-templates select="function/*"/></td>
      <td><xsl:value-of select="@equations"/></td>
    </tr>
  </xsl:template>

  <xsl:template match="when_condition">
    <tr>
      <td><xsl:value-of select="@number"/></td>
      <td class="math"><xsl:apply-templates select="*"/></td>
      <td><xsl:value-of select="@equations"/></td>
    </tr>
  </xsl:template>

  <!-- ==== expressions ==== -->

  <xsl:template match="equ_equal"><xsl:apply-templates select="*[1]"/> = <xsl:apply-templates select="*[2]"/></xsl:template>
  <xsl:template match="component_reference"><xsl:value-of select="@ident"/></xsl:template>
  <xsl:template match="real_literal | integer_literal | bool_literal"><xsl:value-of select="@value"/></xsl:template>
  <xsl:template match="string_literal">"<xsl:value-of select="@value"/>"</xsl:template>
  <xsl:template match="enumeration_literal"><xsl:value-of select="concat(@type, '.', @ident)"/></xsl:template>
  <xsl:template match="shared"><a href="#shared{@ref}">shared[<xsl:value-of select="@ref"/>]</a></xsl:template>
  <xsl:template match="colon">:</xsl:template>
  <xsl:template match="end">end</xsl:template>

  <xsl:template match="call | equ_call"><xsl:value-of select="component_reference/@ident"/>(<xsl:apply-templates select="function_arguments"/>)</xsl:template>
  <xsl:template match="der">der(<xsl:apply-templates select="function_arguments"/>)</xsl:template>
  <xsl:template match="function_arguments | expression_list"><xsl:call-template name="list"/></xsl:template>
  <xsl:template match="array">{<xsl:call-template name="list"/>}</xsl:template>
  <xsl:template match="output_expression_list">(<xsl:call-template name="list"/>)</xsl:template>
  <xsl:template match="range"><xsl:call-template name="list"><xsl:with-param name="separator" select="':'"/></xsl:call-template></xsl:template>
  <xsl:template match="concat">[<xsl:call-template name="list"><xsl:with-param name="separator" select="'; '"/></xsl:call-template>]</xsl:template>
  <xsl:template match="subscripted"><xsl:apply-templates select="*[1]"/>[<xsl:for-each select="subscript"><xsl:if test="position() > 1">, </xsl:if><xsl:apply-templates/></xsl:for-each>]</xsl:template>
  <xsl:template match="record_field"><xsl:apply-templates select="*"/>.<xsl:value-of select="@ident"/></xsl:template>
  <xsl:template match="output">result <xsl:value-of select="@number"/> of <xsl:apply-templates select="*"/></xsl:template>
  <xsl:template match="for_iterator"><xsl:apply-templates select="*[1]"/> for <xsl:for-each select="for_index"><xsl:if test="position() > 1">, </xsl:if><xsl:value-of select="@ident"/> in <xsl:apply-templates/></xsl:for-each></xsl:template>
  <xsl:template match="if">if <xsl:apply-templates select="*[1]"/> then <xsl:apply-templates select="then/*"/> else <xsl:apply-templates select="else/*"/></xsl:template>
  <xsl:template match="not">not <xsl:call-template name="operand"/></xsl:template>
  <xsl:template match="sub[@operation = 'unary']">-<xsl:call-template name="operand"/></xsl:template>
  <xsl:template match="add | sub | mul | div | pow | and | or | lt | lte | gt | gte | eq | ne">
    <xsl:call-template name="operand"/>
    <xsl:choose>
      <xsl:when test="self::add"> + </xsl:when>
      <xsl:when test="self::sub"> - </xsl:when>
      <xsl:when test="self::mul">*</xsl:when>
      <xsl:when test="self::div">/</xsl:when>
      <xsl:when test="self::pow">^</xsl:when>
      <xsl:when test="self::and"> and </xsl:when>
      <xsl:when test="self::or"> or </xsl:when>
      <xsl:when test="self::lt"> &lt; </xsl:when>
      <xsl:when test="self::lte"> &lt;= </xsl:when>
      <xsl:when test="self::gt"> &gt; </xsl:when>
      <xsl:when test="self::gte"> &gt;= </xsl:when>
      <xsl:when test="self::eq"> == </xsl:when>
      <xsl:when test="self::ne"> &lt;&gt; </xsl:when>
    </xsl:choose>
    <xsl:call-template name="operand"><xsl:with-param name="which" select="2"/></xsl:call-template>
  </xsl:template>

  <!-- In parentheses unless it is a name, a number or a call. -->
  <xsl:template name="operand">
    <xsl:param name="which" select="1"/>
    <xsl:variable name="operand" select="*[$which]"/>
    <xsl:choose>
      <xsl:when test="$operand[self::add or self::sub or self::mul or self::div or self::pow or self::and or self::or or self::not
                               or self::lt or self::lte or self::gt or self::gte or self::eq or self::ne or self::if or self::range]">(<xsl:apply-templates select="$operand"/>)</xsl:when>
      <xsl:otherwise><xsl:apply-templates select="$operand"/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template name="list">
    <xsl:param name="separator" select="', '"/>
    <xsl:for-each select="*">
      <xsl:if test="position() > 1"><xsl:value-of select="$separator"/></xsl:if>
      <xsl:apply-templates select="."/>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
